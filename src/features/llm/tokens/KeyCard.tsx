import { Link } from 'react-router-dom'
import { type LlmKey, llmKeyStates } from '#contract/llm-keys.ts'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './KeyCard.module.css'
import { llmKeyStateStyles } from './key-state-styles.ts'

/** A key on a phone. */
export function KeyCard({ llm_key: llmKey }: { llm_key: LlmKey }) {
  const { id, name, prefix, last4, state, spent, cap, last_used_at: lastUsedAt } = llmKey
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <Link className={styles.name} to={`${paths.accessApi}/${id}`}>
          {name}
        </Link>
        <ToneTag icon={llmKeyStateStyles[state].icon} tone={llmKeyStateStyles[state].tone}>
          {llmKeyStates[state]}
        </ToneTag>
      </div>
      <code>{`${prefix}…${last4}`}</code>
      <dl className={styles.facts}>
        <div>
          <dt>累计</dt>
          <dd>
            <YuanAmount amount={spent} />
          </dd>
        </div>
        <div>
          <dt>上限</dt>
          <dd>{cap === null ? '不限' : <YuanAmount amount={cap} />}</dd>
        </div>
        <div>
          <dt>最近使用</dt>
          <dd>
            <TimeText at={lastUsedAt} none="还没有" />
          </dd>
        </div>
      </dl>
    </div>
  )
}
