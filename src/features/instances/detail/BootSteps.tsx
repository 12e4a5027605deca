import { Steps } from 'antd'
import type { ImagePull } from '#contract/instances.ts'
import { ImagePullBar } from '#src/features/instances/ImagePullBar.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './BootSteps.module.css'
import type { BootStep } from './instance-detail.ts'
import { formatStepTimes } from './step-text.ts'

const isPulling = ({ key, state }: BootStep) => key === 'image' && state === 'process'

/** What went wrong with the last try to fetch an image, and what happens next. What counts down is not read out each second. */
function PullError({ error, retry_at: retryAt }: { error: string; retry_at: ImagePull['retry_at'] }) {
  const left = useSecondsUntil(retryAt ?? '')
  return (
    <p className={styles.trouble}>
      {error}
      <span aria-live="off">{left > 0 ? `${left} 秒后自动重试` : '正在重试'}</span>，长时间没有进展才会停止，期间不计费。
    </p>
  )
}

/** The steps of a creation or boot with their times, as they come. */
export function BootSteps({ steps, pull }: { steps: readonly BootStep[]; pull: ImagePull | null }) {
  const narrow = useStore(narrowScreen)
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
              {formatStepTimes(step)}
              {isPulling(step) && pull ? (
                <ImagePullBar pull={pull} />
              ) : (
                step.detail && step.state !== 'finish' && <span className={styles.detail}>{step.detail}</span>
              )}
            </span>
          ),
        }))}
      />
      {pull?.last_error && steps.some(isPulling) && <PullError error={pull.last_error} retry_at={pull.retry_at} />}
    </div>
  )
}
