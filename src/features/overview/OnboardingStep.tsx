import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './OnboardingSteps.module.css'

interface Props {
  number: number
  title: string
  hint: string
  done: boolean
  /** It is the one to do now. */
  next: boolean
  label: string
  to: string
}

export function OnboardingStep({ number, title, hint, done, next, label, to }: Props) {
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
