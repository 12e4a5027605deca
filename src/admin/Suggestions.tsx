import { AutoComplete, type AutoCompleteProps } from 'antd'

const preventEscapeClear: AutoCompleteProps['onKeyDown'] = (event) => {
  if (event.key === 'Escape') event.preventDefault()
}

/**
 * Input with suggestions. Escape only closes the suggestions; the browser would also clear the field, which it treats as a
 * search box.
 */
export const Suggestions = (props: AutoCompleteProps<string, { value: string }>) => (
  <AutoComplete {...props} onKeyDown={preventEscapeClear} />
)
