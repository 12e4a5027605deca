import type { LlmModel } from '#contract/llm-models.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import { costOf } from './answer-cost.ts'
import styles from './Playground.module.css'
import type { Turn } from './use-chat.ts'

const ends: Partial<Record<Turn['state'], string>> = {
  stopped: '已停止。上游已生成的部分照常计费，见调用账单。',
}

/** A question and what came back, with what it took. Both are shown as text, whatever is in them. */
export function Answer({ turn, price }: { turn: Turn; price: LlmModel['price'] }) {
  const { question, answer, state, failure, cut, usage } = turn
  const note = failure ?? ends[state] ?? (cut ? '已到最多输出，回答没有说完。' : undefined)
  return (
    <article className={styles.turn}>
      <p className={styles.question}>{question}</p>
      <p className={styles.answer} data-state={state}>
        {answer}
      </p>
      {note && (
        <p className={styles.note} data-failed={state === 'failed'} role={state === 'failed' ? 'alert' : undefined}>
          <Icon name={state === 'failed' ? 'warning' : 'info'} /> {note}
        </p>
      )}
      {usage && (
        <p className={styles.usage}>
          输入 {usage.prompt_tokens} 词元，输出 {usage.completion_tokens} 词元，约 <Yuan amount={costOf(usage, price)} />
        </p>
      )}
    </article>
  )
}
