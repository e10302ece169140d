import { containersOf, endsByItself, nameOf, podTemplateOf } from './objects.mjs';

/** Checks that every container has resource limits and probes, no privileges, and an image with a version. */
export function containerFaults(objects) {
  return objects.flatMap((object) => {
    const template = podTemplateOf(object);
    if (!template) return [];
    const serving = endsByItself(object) ? [] : template.spec.containers;
    return [
      ...podFaults(template.spec),
      ...containersOf(template).flatMap(faultsOf),
      ...serving.flatMap(probeFaults),
    ].map((fault) => `${nameOf(object)}: ${fault}`);
  });
}

const isOurs = ({ image }) => /(^|\/)keyhaven[:@]/.test(image);

function podFaults({ securityContext: context = {}, automountServiceAccountToken, enableServiceLinks }) {
  return [
    context.runAsNonRoot !== true && 'runs as root',
    context.seccompProfile?.type !== 'RuntimeDefault' && 'has no seccomp profile',
    automountServiceAccountToken !== false && 'mounts the token of its service account',
    enableServiceLinks !== false && 'gets variables that look like settings',
  ].filter(Boolean);
}

function faultsOf(container) {
  const { image, resources = {}, securityContext: context = {} } = container;
  return [
    !/:[^:/]*\d[^:/]*$|@sha256:/.test(image) && `has an image without a version, ${image}`,
    !(resources.requests?.cpu && resources.requests?.memory && resources.limits?.memory) && 'has no resources',
    context.allowPrivilegeEscalation !== false && 'may get more privileges',
    !context.capabilities?.drop?.includes('ALL') && 'has capabilities',
    isOurs(container) && context.readOnlyRootFilesystem !== true && 'can write to its root file system',
  ]
    .filter(Boolean)
    .map((fault) => `${container.name} ${fault}`);
}

function probeFaults(container) {
  const { name, startupProbe, livenessProbe, readinessProbe } = container;
  if (!startupProbe || !livenessProbe || !readinessProbe) return [`${name} lacks a probe`];
  if (!isOurs(container)) return [];
  const expected = [
    [startupProbe, '/livez'],
    [livenessProbe, '/livez'],
    [readinessProbe, '/readyz'],
  ];
  return expected.flatMap(([{ httpGet }, path]) =>
    httpGet?.path === path && httpGet.port === 'operations' ? [] : [`${name} has a probe that is not ${path}`],
  );
}
