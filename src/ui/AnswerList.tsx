interface Props {
  /** Pairs of question and answer. */
  answers: readonly (readonly [string, string])[]
  className: string | undefined
}

/** Questions, each with its answer below; the page gives the layout. */
export const AnswerList = ({ answers, className }: Props) => (
  <dl className={className}>
    {answers.map(([question, answer]) => (
      <div key={question}>
        <dt>{question}</dt>
        <dd>{answer}</dd>
      </div>
    ))}
  </dl>
)
