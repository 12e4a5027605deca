import { Link } from 'react-router-dom'
import { type LlmCall, llmCallStates } from '#contract/llm-bills.ts'
import { paths } from '#src/paths.ts'
import { formatCount } from '#src/ui/count-text.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './CallCard.module.css'
import { formatCallKey, llmCallStateStyles } from './call-display.ts'

/** A call on a phone. */
export function CallCard({ row }: { row: LlmCall }) {
  const { id, model, state, at, cost, prompt_tokens: promptTokens, completion_tokens: completionTokens } = row
  return (
    <div className={styles.card}>
      <div className={styles.line}>
        <Link className={styles.name} to={`${paths.billApi}/${id}`}>
          {model}
        </Link>
        <YuanAmount amount={cost} />
      </div>
      <div className={styles.line}>
        <span>{formatCallKey(row)}</span>
        <ToneTag icon={llmCallStateStyles[state].icon} tone={llmCallStateStyles[state].tone}>
          {llmCallStates[state]}
        </ToneTag>
      </div>
      <div className={styles.line}>
        <span>
          输入 {formatCount(promptTokens)}，输出 {formatCount(completionTokens)}
        </span>
        <TimeText at={at} />
      </div>
    </div>
  )
}
