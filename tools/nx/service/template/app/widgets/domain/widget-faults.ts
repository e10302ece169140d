/** Returns a message for each fault of a widget. The message names the field. */
export function widgetFaults({ units, reserved }: { units: number; reserved: number }): string[] {
  if (reserved <= units) return [];
  return [`reserved: ${reserved} is not accepted; it must be at most units, ${units}`];
}
