import { Notice } from '@keyhaven/pages/components/notice';
import type { FormRefusal } from '../visit/form-refusal';

/**
 * Shows above the fields what is wrong with a form as a whole. Shows nothing if only fields are wrong, or nothing is.
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
