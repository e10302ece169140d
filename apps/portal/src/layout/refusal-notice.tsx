import { Notice } from '@keyhaven/pages/components/notice';
import type { FormRefusal } from '../visit/form-refusal';

/**
 * Shows a notice above the fields of a refused form: the errors of the form as a whole, and whether fields are marked
 * as wrong.
 */
export function RefusalNotice({ refusal }: { refusal: FormRefusal }): JSX.Element {
  const { fields, general } = refusal;
  const messages = [...general, ...(Object.keys(fields).length > 0 ? ['Please correct the marked fields.'] : [])];
  if (messages.length === 0) return '';
  return (
    <Notice kind="danger">
      {messages.map((message) => (
        <p safe>{message}</p>
      ))}
    </Notice>
  );
}
