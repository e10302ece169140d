import { z } from 'zod';
import { id, text } from '../shared/inputs';
import { decidedOfRecords, echoesOf } from '../shared/server-decided';
import { contact, contactInput } from './contact';

export const owner = contact
  .extend({
    id: id.describe('Id of the owner.'),
    name: z.string().describe('The name that was given, such as that of a company, or else first and last name.'),
  })
  .meta({ id: 'Owner', description: 'An owner of properties. Operators write owners; integrations read them.' });
export type Owner = z.infer<typeof owner>;

export const ownerPatch = contactInput
  .extend({
    name: text(200).nullable().describe('Name, such as that of a company. Null: the first and last name are used.'),
  })
  .partial()
  .extend(echoesOf(decidedOfRecords).shape);
export type OwnerPatch = z.output<typeof ownerPatch>;

export const ownerCreation = ownerPatch.refine(
  (body) => Boolean(body.name?.trim() || body.first_name?.trim() || body.last_name?.trim()),
  { error: 'expected a name, a first_name or a last_name', path: ['name'] },
);
export type OwnerCreation = z.output<typeof ownerCreation>;
