import { Link } from 'react-router-dom'
import { type LlmCall, llm_call_states } from '#contract/llm-bills.ts'
import { paths } from '#src/paths.ts'
import { countText } from '#src/ui/count-text.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './CallCard.module.css'
import { call_looks, keyText } from './call-display.ts'

/** A call on a phone. */
export function CallCard({ row }: { row: LlmCall }) {
  const { id, model, state, at, cost, prompt_tokens, completion_tokens } = row
  return (
    <div className={styles.card}>
      <div className={styles.line}>
        <Link className={styles.name} to={`${paths.bill_api}/${id}`}>
          {model}
        </Link>
        <Yuan amount={cost} />
      </div>
      <div className={styles.line}>
        <span>{keyText(row)}</span>
        <Tag icon={call_looks[state].icon} tone={call_looks[state].tone}>
          {llm_call_states[state]}
        </Tag>
      </div>
      <div className={styles.line}>
        <span>
          输入 {countText(prompt_tokens)}，输出 {countText(completion_tokens)}
        </span>
        <TimeText at={at} />
      </div>
    </div>
  )
}
