import type { Children } from '@kitajs/html';
import { attributeText } from '@keyhaven/pages/components/attribute-text';
import { Hidden } from '@keyhaven/pages/components/hidden';
import type { Visit } from '../visit/visit';

interface PageFormProps {
  visit: Visit;
  action: string;
  class?: string;
  /** A question that the person must confirm before the form is sent, for actions that cannot be undone. */
  confirm?: string;
  children?: Children;
}

/** A form that is sent to the portal, with the CSRF token of the page. */
export function PageForm({ visit, action, class: className, confirm, children }: PageFormProps): JSX.Element {
  return (
    <form
      method="post"
      action={attributeText(action)}
      class={className}
      data-confirm={confirm === undefined ? undefined : attributeText(confirm)}
    >
      <Hidden name="csrf_token" value={visit.csrfToken} />
      {children}
    </form>
  );
}
