import { Icon, type IconName } from '#src/ui/Icon.tsx'
import type { Step } from './instance-detail.ts'
import styles from './LastBoot.module.css'
import { stepText } from './step-text.ts'

const icons: Record<Step['state'], IconName> = { wait: 'clock', process: 'loading', finish: 'check', error: 'warning' }
const words: Record<Step['state'], string> = { wait: '等待', process: '进行中', finish: '完成', error: '失败' }

/** The steps of the last boot, small. */
export function LastBoot({ steps }: { steps: readonly Step[] }) {
  return (
    <section>
      <h3 className={styles.title}>最近一次开机</h3>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.key} data-state={step.state}>
            <Icon name={icons[step.state]} label={words[step.state]} />
            <span>{step.title}</span>
            <span className={styles.when}>{stepText(step)}</span>
            {step.state === 'error' && step.detail && <span className={styles.detail}>{step.detail}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
