import type { LlmModel } from '#contract/llm-models.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { computeAnswerCost } from './answer-cost.ts'
import styles from './Playground.module.css'
import type { ChatTurn } from './use-chat.ts'

const stateNotes: Partial<Record<ChatTurn['state'], string>> = {
  stopped: '已停止。上游已生成的部分照常计费，见调用账单。',
}

/** A question and what came back, with what it took. Both are shown as text, whatever is in them. */
export function ChatTurnView({ turn, price }: { turn: ChatTurn; price: LlmModel['price'] }) {
  const { question, answer, state, failure, cut, usage } = turn
  const note = failure ?? stateNotes[state] ?? (cut ? '已到最多输出，回答没有说完。' : undefined)
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
          输入 {usage.prompt_tokens} 词元，输出 {usage.completion_tokens} 词元，约{' '}
          <YuanAmount amount={computeAnswerCost(usage, price)} />
        </p>
      )}
    </article>
  )
}
