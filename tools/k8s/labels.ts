/** The labels of all objects of a service, by which its pods are selected. */
export const labels = (name: string) => `app.kubernetes.io/name: keyhaven
app.kubernetes.io/component: ${name}
`;
