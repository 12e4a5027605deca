import { leadInterests } from '#contract/appliance.ts'
import { vendorNames } from '#contract/vendors.ts'
import { paths } from '#src/paths.ts'
import controls from '#src/ui/controls.module.css'
import styles from './ConsultSection.module.css'
import { LeadFormField } from './LeadFormField.tsx'
import type { LeadFormState } from './use-lead-form.ts'

export function ConsultForm({ state }: { state: LeadFormState }) {
  return (
    <form
      ref={state.form}
      className={styles.form}
      noValidate
      aria-label="售前咨询"
      onSubmit={(event) => void state.submit(event)}
    >
      <LeadFormField field="name" label="称呼" state={state}>
        {(tied) => <input {...tied} autoComplete="name" maxLength={20} placeholder="例如 陈女士" />}
      </LeadFormField>
      <LeadFormField field="phone" label="手机号" state={state}>
        {(tied) => <input {...tied} type="tel" inputMode="numeric" autoComplete="tel" maxLength={11} />}
      </LeadFormField>
      <LeadFormField field="company" label="单位" optional wide state={state}>
        {(tied) => <input {...tied} autoComplete="organization" maxLength={60} />}
      </LeadFormField>
      <LeadFormField field="interest" label="感兴趣的版本" state={state}>
        {(tied) => (
          <select {...tied}>
            <option value="" disabled>
              请选择
            </option>
            {Object.entries(leadInterests).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </LeadFormField>
      <LeadFormField field="vendor" label="芯片" optional state={state}>
        {(tied) => (
          <select {...tied}>
            <option value="">没有偏好</option>
            {Object.entries(vendorNames).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </LeadFormField>
      <LeadFormField field="message" label="需求" optional wide state={state}>
        {(tied) => <textarea {...tied} rows={4} maxLength={500} placeholder="例如 700 亿参数模型的问答，约 200 人同时使用" />}
      </LeadFormField>
      <div className={styles.foot}>
        <p className={styles.fault} role="alert">
          {state.fault}
        </p>
        <button type="submit" className={`${controls.button} ${controls.primary} ${controls.large} ${styles.submit}`}>
          {state.busy ? '正在提交' : '提交咨询'}
        </button>
        <p className={styles.terms}>
          提交即同意我们按<a href={paths.privacyPolicy}>隐私政策</a>处理以上信息。
        </p>
      </div>
    </form>
  )
}
