import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { leadInterests } from '#contract/appliance.ts'
import { limits } from '#contract/limits.ts'
import { vendorNames } from '#contract/vendors.ts'
import { paths } from '#src/paths.ts'
import fieldStyles from '#src/site/field.module.css'
import section from '#src/site/section.module.css'
import controls from '#src/ui/controls.module.css'
import styles from './ConsultSection.module.css'
import { consultFormId } from './consult.ts'
import type { LeadDraftField } from './lead-draft.ts'
import { ModelCells } from './ModelCells.tsx'
import { type LeadFormState, useLeadForm } from './use-lead-form.ts'

/** Connects a control with the form, its label and its error. */
interface ControlProps {
  id: string
  name: string
  value: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  onChange: (event: { target: { value: string } }) => void
  onBlur: () => void
}

interface LeadFormFieldProps {
  field: LeadDraftField
  label: string
  optional?: boolean
  wide?: boolean
  state: LeadFormState
  children: (tied: ControlProps) => ReactNode
}

/** A labelled control with its error shown in the reserved space below it. */
function LeadFormField({ field, label, optional = false, wide = false, state, children }: LeadFormFieldProps) {
  const id = useId()
  const fault = state.faults[field]
  return (
    <div className={`${fieldStyles.field} ${styles.field}`} data-wide={wide}>
      <label htmlFor={id}>
        {label}
        {optional && <span>选填</span>}
      </label>
      {children({
        id,
        name: field,
        value: state.lead[field],
        'aria-invalid': fault !== undefined,
        'aria-describedby': fault ? `${id}-fault` : undefined,
        onChange: (event) => state.change(field, event.target.value),
        onBlur: () => void state.leave(field),
      })}
      <p id={`${id}-fault`} className={`${fieldStyles.fault} ${styles.fieldFault}`} aria-live="polite">
        {fault}
      </p>
    </div>
  )
}

function ConsultForm({ state }: { state: LeadFormState }) {
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

/** Shows what happens next; takes the focus, because the button that had it is gone. */
function ConsultDone({ phone, onAgain }: { phone: string; onAgain: () => void }) {
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

/** Pre-sales contact; available to visitors. */
export function ConsultSection() {
  const state = useLeadForm()
  return (
    <section className={section.paper} aria-labelledby="consult-title">
      <div className={`${section.inner} ${styles.columns}`}>
        <header className={styles.head}>
          <h2 id="consult-title" className={section.title}>
            售前咨询
          </h2>
          <p className={section.lead}>说说要跑什么模型、多少人用、机房条件如何。我们据此给出型号、配置与报价。</p>
          <ul className={styles.facts}>
            <li>{limits.contactReplyWorkingDays} 个工作日内由售前人员联系你</li>
            <li>咨询不收费，也不代表下单</li>
            <li>联系方式只用于这次咨询</li>
          </ul>
        </header>
        <div id={consultFormId} className={styles.sheet} tabIndex={-1}>
          {state.sent ? <ConsultDone phone={state.lead.phone} onAgain={state.again} /> : <ConsultForm state={state} />}
        </div>
      </div>
    </section>
  )
}
