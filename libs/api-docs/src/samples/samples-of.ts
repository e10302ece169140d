import { curlOf } from './curl';
import { pythonOf } from './python';
import { partsOf, type SampleRequest, type Samples } from './request';
import { typescriptOf } from './typescript';

/**
 * Writes an example request as a curl command, a TypeScript program and a Python program. Each prints the body of the
 * response. If the response is an error, the command or program fails.
 */
export function samplesOf(request: SampleRequest): Samples {
  const parts = partsOf(request);
  return { curl: curlOf(parts), typescript: typescriptOf(parts), python: pythonOf(parts) };
}
