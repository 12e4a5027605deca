import { Button } from 'antd'
import { Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { ClaimVoucher } from '#src/features/coupons/shared.ts'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './OnboardingSteps.module.css'
import type { Overview } from './use-overview.ts'

interface OnboardingStepProps {
  number: number
  title: string
  hint: string
  done: boolean
  /** Whether it is the next step to do. */
  next: boolean
  label: string
  to: string
}

function OnboardingStep({ number, title, hint, done, next, label, to }: OnboardingStepProps) {
  const navigate = useNavigate()
  return (
    <li className={styles.step} data-done={done}>
      <span className={styles.mark}>{done ? <Icon name="check" label="已完成" /> : number}</span>
      <span>
        <strong>{title}</strong>
        <span className={styles.hint}>{hint}</span>
      </span>
      {done ? (
        <span className={styles.done}>已完成</span>
      ) : (
        <Button type={next ? 'primary' : 'default'} onClick={() => void navigate(to)}>
          {label}
        </Button>
      )}
    </li>
  )
}

/** Onboarding steps derived from the account's state; the first open step has the primary button. */
export function OnboardingSteps({ overview: { wallet: purse } }: { overview: Overview }) {
  const user = useStore(currentUser)
  const steps = [
    {
      title: '实名认证',
      hint: '租用前需要，填写姓名和身份证号，约 1 分钟。',
      done: user?.real_name.passed === 'T',
      label: '去认证',
      to: paths.certificationDetailsFor({ return: paths.dataOverview }),
    },
    {
      title: '充值',
      hint: '余额够运行 1 小时就能创建按量计费的实例。',
      done: Number(purse.recharged) > 0 || Number(purse.cash) > 0,
      label: '去充值',
      to: paths.rechargeFor({ return: paths.dataOverview }),
    },
    {
      title: '创建实例',
      hint: '选一张卡和一个镜像，几十秒后就能打开终端。',
      done: false,
      label: '创建实例',
      to: paths.createInstance(),
    },
  ]
  const next = steps.findIndex(({ done }) => !done)
  return (
    <PagePanel title="三步用上第一台实例" flush>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <OnboardingStep key={step.title} {...step} number={index + 1} next={index === next} />
        ))}
      </ol>
      <Suspense fallback={null}>
        <div className={styles.gift}>
          <ClaimVoucher />
        </div>
      </Suspense>
    </PagePanel>
  )
}
