import type { ReactNode } from 'react'

interface Props {
  className?: string | undefined
  terms: readonly { term: string; value: ReactNode }[]
}

/** Terms, each with its value below; the page gives the layout. */
export const TermList = ({ className, terms }: Props) => (
  <dl className={className}>
    {terms.map(({ term, value }) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
