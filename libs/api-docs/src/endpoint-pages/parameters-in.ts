import type { Endpoint } from './list-endpoints';
import type { Parameter } from '../openapi/document';

export function parametersIn({ operation }: Endpoint, place: 'path' | 'query'): Parameter[] {
  return (operation.parameters ?? []).filter((one): one is Parameter => 'name' in one && one.in === place);
}
