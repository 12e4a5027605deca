import { AutoComplete, type AutoCompleteProps } from 'antd'

const preventEscapeClear: AutoCompleteProps['onKeyDown'] = (event) => {
  if (event.key === 'Escape') event.preventDefault()
}

/** A field with proposals. Escape closes them; the browser would also empty the field, which it takes for a search box. */
export const Suggestions = (props: AutoCompleteProps<string, { value: string }>) => (
  <AutoComplete {...props} onKeyDown={preventEscapeClear} />
)
