/** The labels of all objects of a service. They also select its pods. */
export const labels = (name: string) => `app.kubernetes.io/name: keyhaven
app.kubernetes.io/component: ${name}
`;
