import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { paths } from '#src/paths.ts'
import controls from '#src/ui/controls.module.css'
import styles from './ConsultSection.module.css'
import { ModelCells } from './ModelCells.tsx'

/** What happens next; the keyboard is taken here, for the button it was at is gone. */
export function ConsultDone({ phone, onAgain }: { phone: string; onAgain: () => void }) {
  const done = useRef<HTMLDivElement>(null)
  useEffect(() => done.current?.focus(), [])
  return (
    <div ref={done} className={styles.done} role="status" tabIndex={-1}>
      <ModelCells model={{ edition: 'flagship', vendor: 'nvidia' }} cell={5} />
      <h3 className={styles.doneTitle}>已收到你的咨询</h3>
      <p className={styles.doneText}>
        售前人员会在 {limits.contactReplyWorkingDays} 个工作日内拨打 {phone} 联系你。等待时可以先在云上试跑模型。
      </p>
      <div className={styles.actions}>
        <Link className={`${controls.button} ${controls.primary}`} to={paths.market}>
          去算力市场
        </Link>
        <button type="button" className={`${controls.button} ${controls.plain}`} onClick={onAgain}>
          再提交一条
        </button>
      </div>
    </div>
  )
}
