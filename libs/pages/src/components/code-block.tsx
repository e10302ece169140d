/**
 * A text to copy, such as a secret, a URL or a command. The copy button is hidden until the page's
 * script shows it.
 * @param label the name of the text for screen readers.
 */
export function CodeBlock({ text, label }: { text: string; label: string }): JSX.Element {
  return (
    <div class="code-block" data-copy>
      <pre tabindex="0" role="region" aria-label={label} safe>
        {text}
      </pre>
      <button type="button" class="button quiet small" aria-label={`Copy: ${label}`} hidden>
        Copy
      </button>
    </div>
  );
}
