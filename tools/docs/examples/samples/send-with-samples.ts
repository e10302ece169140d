import type { Samples } from '@keyhaven/api-docs/samples/request';
import { samplesOf } from '@keyhaven/api-docs/samples/samples-of';
import type { Send } from '../scenario';
import { readAnswer } from '../send-with-fetch';
import type { Language, SampleRunner } from './sample-runners';

/**
 * Sends each request by running its sample in the given language.
 * @param onSample a function that receives the samples of each request in all languages.
 * @throws Error if a sample ends with an error although its request succeeded, if it ends without
 *   an error although its request failed, or if it does not print the response.
 */
export function sendWithSamples(language: Language, runner: SampleRunner, onSample: (samples: Samples) => void): Send {
  return async (request) => {
    const samples = samplesOf(request);
    onSample(samples);
    const code = samples[language];
    const { status, headers, text, printed, error } = await runner.run(code);
    const isRefused = status >= 400;
    // The samples print responses as text, so the output cannot be compared with an image.
    const isText = !headers.get('content-type')?.startsWith('image/');
    if (isText && isRefused !== (error !== undefined)) {
      throw new Error(`answered ${status}, but the sample ended with ${error ?? 'success'}:\n${code}`);
    }
    if (isText && !isRefused && printed.trim() !== text.trim()) {
      throw new Error(`the sample printed ${printed} instead of the answer:\n${code}`);
    }
    return readAnswer(status, headers, text);
  };
}
