import type { Children } from '@kitajs/html';
import { attributeText } from './attribute-text';

interface FieldProps {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'date' | 'number' | 'search' | 'datetime-local';
  value?: string;
  /** What to enter, if the label does not say it. */
  hint?: string;
  /** What is wrong with the entered value. */
  error?: string;
  /**
   * The value of the attribute autocomplete, which tells browsers how to fill in the field:
   * https://html.spec.whatwg.org/#autofill
   */
  autocomplete?: string;
  isRequired?: boolean;
  /** Whether the user cannot change the value. It is still shown and sent with the form. */
  isReadOnly?: boolean;
  isFocused?: boolean;
  maxLength?: number;
  minLength?: number;
  min?: string;
  max?: string;
  /** The id of the input element. Needed only if two fields on a page have the same name. */
  id?: string;
}

/** A one-line text field, with its label, hint and error. */
export function Field(props: FieldProps): JSX.Element {
  const {
    name,
    type = 'text',
    value,
    autocomplete,
    isRequired,
    isReadOnly,
    isFocused,
    maxLength = 200,
    minLength,
    min,
    max,
  } = props;
  const id = props.id ?? `field-${name}`;
  return (
    <Labelled {...props} id={id}>
      <input
        id={id}
        name={name}
        type={type}
        value={value === undefined ? undefined : attributeText(value)}
        autocomplete={autocomplete ?? 'off'}
        required={isRequired}
        readonly={isReadOnly}
        autofocus={isFocused}
        maxlength={maxLength}
        minlength={minLength}
        min={min}
        max={max}
        aria-invalid={props.error === undefined ? undefined : 'true'}
        aria-describedby={describedBy(id, props)}
      />
    </Labelled>
  );
}

type TextAreaProps = Pick<FieldProps, 'name' | 'label' | 'value' | 'hint' | 'error' | 'isRequired' | 'maxLength'> & {
  rows?: number;
};

/** A text field of several lines. */
export function TextArea(props: TextAreaProps): JSX.Element {
  const { name, value = '', isRequired, maxLength = 2000, rows = 3 } = props;
  const id = `field-${name}`;
  return (
    <Labelled {...props} id={id}>
      <textarea
        id={id}
        name={name}
        rows={String(rows)}
        required={isRequired}
        maxlength={maxLength}
        spellcheck="false"
        aria-invalid={props.error === undefined ? undefined : 'true'}
        aria-describedby={describedBy(id, props)}
        safe
      >
        {value}
      </textarea>
    </Labelled>
  );
}

type SelectProps = Pick<FieldProps, 'name' | 'label' | 'value' | 'hint' | 'error' | 'id'> & {
  options: readonly { value: string; text: string }[];
};

/** A list from which the user chooses one option. */
export function Select(props: SelectProps): JSX.Element {
  const { name, value, options } = props;
  const id = props.id ?? `field-${name}`;
  return (
    <Labelled {...props} id={id}>
      <select
        id={id}
        name={name}
        aria-invalid={props.error === undefined ? undefined : 'true'}
        aria-describedby={describedBy(id, props)}
      >
        {options.map((option) => (
          <option value={attributeText(option.value)} selected={option.value === value} safe>
            {option.text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

interface CheckboxProps {
  name: string;
  label: string;
  type?: 'checkbox' | 'radio';
  value?: string;
  isChecked?: boolean;
  hint?: string;
}

export function Checkbox({
  name,
  label,
  type = 'checkbox',
  value = 'on',
  isChecked,
  hint,
}: CheckboxProps): JSX.Element {
  const id = `field-${name}-${value}`;
  return (
    <div class="check">
      <input
        id={id}
        name={name}
        type={type}
        value={value}
        checked={isChecked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <label for={id} safe>
        {label}
      </label>
      {hint === undefined ? (
        ''
      ) : (
        <p class="hint" id={`${id}-hint`} safe>
          {hint}
        </p>
      )}
    </div>
  );
}

interface LabelledProps {
  id: string;
  label: string;
  hint?: string;
  error?: string;
  children?: Children;
}

function Labelled({ id, label, hint, error, children }: LabelledProps): JSX.Element {
  return (
    <div class="field">
      <label for={id} safe>
        {label}
      </label>
      {hint === undefined ? (
        ''
      ) : (
        <p class="hint" id={`${id}-hint`} safe>
          {hint}
        </p>
      )}
      {children}
      {error === undefined ? (
        ''
      ) : (
        <p class="error" id={`${id}-error`} safe>
          {error}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>): string | undefined {
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(error === undefined ? [] : [`${id}-error`])];
  return ids.length > 0 ? ids.join(' ') : undefined;
}
