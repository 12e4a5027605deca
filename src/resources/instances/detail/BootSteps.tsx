import { Steps } from 'antd'
import { is_narrow } from '#src/kit/media.ts'
import { useStore } from '#src/kit/use-store.ts'
import styles from './BootSteps.module.css'
import type { Step } from './instance-detail.ts'
import { stepText } from './step-text.ts'

/** The steps of a creation or boot with their times, as they come. */
export function BootSteps({ steps }: { steps: readonly Step[] }) {
  const narrow = useStore(is_narrow)
  return (
    <div className={styles.steps} aria-live="polite">
      <Steps
        size="small"
        direction={narrow ? 'vertical' : 'horizontal'}
        responsive={false}
        labelPlacement={narrow ? 'horizontal' : 'vertical'}
        current={-1}
        items={steps.map((step) => ({
          title: step.title,
          status: step.state,
          description: (
            <span className={styles.when}>
              {stepText(step)}
              {step.detail && step.state !== 'finish' && <span className={styles.detail}>{step.detail}</span>}
            </span>
          ),
        }))}
      />
    </div>
  )
}
