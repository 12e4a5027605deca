import { type ReactNode, useId } from 'react'
import { paths } from '#src/paths.ts'
import styles from './AgreementField.module.css'

/** Link to an agreement; opens in a new tab so that the typed values stay. */
const Agreement = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} target="_blank" rel="noopener">
    {children}
  </a>
)

/** Checkbox for the agreements; registration requires all three (requirements §5). */
export function AgreementField(props: { agreed: boolean; error?: string | undefined; onAgree: (agreed: boolean) => void }) {
  const id = useId()
  const { agreed, error, onAgree } = props
  return (
    <div>
      <label className={styles.label}>
        <input
          name="agreed"
          type="checkbox"
          checked={agreed}
          aria-invalid={error !== undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onAgree(event.target.checked)}
        />
        <span>
          已阅读并同意
          <Agreement to={paths.serviceAgreement}>《服务协议》</Agreement>
          <Agreement to={paths.privacyPolicy}>《隐私政策》</Agreement>和
          <Agreement to={paths.antiMining}>《反挖矿协议》</Agreement>
        </span>
      </label>
      <p id={id} className={styles.error}>
        {error}
      </p>
    </div>
  )
}
