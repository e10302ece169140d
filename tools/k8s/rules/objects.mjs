// Reads objects of a rendered overlay.

/** Returns the pod template of an object; undefined if the object creates no pods. */
export function podTemplateOf({ kind, spec }) {
  if (kind === 'CronJob') return spec.jobTemplate.spec.template;
  return ['Deployment', 'StatefulSet', 'Job'].includes(kind) ? spec.template : undefined;
}

/** Whether the pods of an object end by themselves, so that they need no probes and no selector. */
export const endsByItself = ({ kind }) => kind === 'Job' || kind === 'CronJob';

export const nameOf = ({ kind, metadata }) => `${kind} ${metadata.name}`;

export const ofKind = (objects, kind) => objects.filter((object) => object.kind === kind);

export const find = (objects, kind, name) => ofKind(objects, kind).find(({ metadata }) => metadata.name === name);

/** Whether labels match `matchLabels`. Selectors with expressions are not used. */
export const isSelected = (labels = {}, { matchLabels = {} } = {}) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value);

/** All containers of a pod, including its init containers. */
export const containersOf = ({ spec }) => [...(spec.initContainers ?? []), ...spec.containers];
