/**
 * A text to copy: a secret, a URL, a command. The button needs a script, which shows the button.
 * @param label names the text for screen readers.
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
