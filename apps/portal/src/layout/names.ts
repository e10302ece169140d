/** Returns a person's name, or the e-mail address if the person has no name. */
export function nameOf(person: { first_name: string; last_name: string; email_address: string }): string {
  return `${person.first_name} ${person.last_name}`.trim() || person.email_address;
}
