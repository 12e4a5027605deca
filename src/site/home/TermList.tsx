import type { ReactNode } from 'react'

interface Props {
  className: string | undefined
  terms: readonly { term: string; value: ReactNode }[]
}

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
