import { curlOf } from './curl';
import { pythonOf } from './python';
import { partsOf, type SampleRequest, type Samples } from './request';
import { typescriptOf } from './typescript';

/**
 * An example request as a curl command, a TypeScript program and a Python program. Each prints the body of the answer,
 * and ends with an error if the answer is one.
 */
export function samplesOf(request: SampleRequest): Samples {
  const parts = partsOf(request);
  return { curl: curlOf(parts), typescript: typescriptOf(parts), python: pythonOf(parts) };
}
