import { Icon, type IconName } from '#src/ui/Icon.tsx'
import type { BootStep } from './instance-detail.ts'
import styles from './LastBoot.module.css'
import { formatStepTimes } from './step-text.ts'

const icons: Record<BootStep['state'], IconName> = { wait: 'clock', process: 'loading', finish: 'check', error: 'warning' }
const stateLabels: Record<BootStep['state'], string> = { wait: '等待', process: '进行中', finish: '完成', error: '失败' }

/** The steps of the last boot, small. */
export function LastBoot({ steps }: { steps: readonly BootStep[] }) {
  return (
    <section>
      <h3 className={styles.title}>最近一次开机</h3>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.key} data-state={step.state}>
            <Icon name={icons[step.state]} label={stateLabels[step.state]} />
            <span>{step.title}</span>
            <span className={styles.when}>{formatStepTimes(step)}</span>
            {step.state === 'error' && step.detail && <span className={styles.detail}>{step.detail}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
