import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { consentTexts } from '#contract/consents.ts'
import { creatorFields } from '#contract/creator-labels.ts'
import { limits } from '#contract/limits.ts'
import { isApiError } from '#src/api/api-error.ts'
import fieldStyles from '#src/site/field.module.css'
import controls from '#src/ui/controls.module.css'
import { toast } from '#src/ui/toast.ts'
import styles from './CreatorApplyForm.module.css'
import creator from './creator.module.css'
import type { OwnCreatorStanding } from './requests.ts'

type Faults = Record<string, string>
const emptyForm = { introduction: '', field: '', links: '', agreement: false }

interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

function FieldRow({
  label,
  fault,
  note,
  children,
}: {
  label: string
  fault?: string | undefined
  note?: string
  children: (ties: ControlProps) => ReactNode
}) {
  const id = useId()
  return (
    <div className={`${fieldStyles.field} ${styles.field}`}>
      <label htmlFor={id}>
        {label}
        {note && <span>{note}</span>}
      </label>
      {children({
        id,
        'aria-invalid': fault !== undefined,
        'aria-describedby': fault ? `${id}-fault` : undefined,
      })}
      <p id={`${id}-fault`} className={fieldStyles.fault} aria-live="polite">
        {fault}
      </p>
    </div>
  )
}

const toRequestBody = ({ links, ...rest }: typeof emptyForm) => ({
  ...rest,
  links: links
    .split('\n')
    .map((link) => link.trim())
    .filter((link) => link !== ''),
})

/** The first message for each field of a refusal; `links.0` belongs to the links. */
const toFieldFaults = (errors: Record<string, string[]>): Faults =>
  Object.fromEntries(Object.entries(errors).map(([path, [message = '']]) => [path.split('.')[0]!, message]))

/** The application form: who the user is and what they will publish; collapsed until opened. */
export function CreatorApplyForm({ onApplied }: { onApplied: (standing: OwnCreatorStanding) => void }) {
  const [open, setOpen] = useState(false)
  const [form, setForm] = useState(emptyForm)
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const change = (part: Partial<typeof emptyForm>) => {
    setForm({ ...form, ...part })
    setFaults(Object.fromEntries(Object.entries(faults).filter(([name]) => !(name in part))))
  }
  const show = (found: Faults) => {
    setFaults(found)
    setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const { submitCreatorApplication, parseFormFaults } = await import('./requests.ts')
      const found = parseFormFaults(toRequestBody(form))
      if (Object.keys(found).length > 0) return show(found)
      const { standing, message } = await submitCreatorApplication(toRequestBody(form))
      toast.success(message)
      onApplied(standing)
    } catch (error) {
      if (isApiError(error) && error.errors) show(toFieldFaults(error.errors))
      else toast.error(isApiError(error) ? error.message : '没有提交成功，请重试')
    } finally {
      setBusy(false)
    }
  }
  if (!open) {
    return (
      <div className={`${creator.standing} ${styles.closed}`}>
        <div>
          <strong>成为创作者</strong>
          <p>介绍你的经验和打算发布的内容，1 个工作日内完成审核。通过之后可以为发布的镜像定价。</p>
        </div>
        <button type="button" className={`${controls.button} ${controls.primary}`} onClick={() => setOpen(true)}>
          申请成为创作者
        </button>
      </div>
    )
  }
  return (
    <form ref={element} className={styles.form} noValidate aria-label="创作者申请" onSubmit={(event) => void submit(event)}>
      <FieldRow label="方向" fault={faults.field}>
        {(ties) => (
          <select {...ties} value={form.field} onChange={({ target }) => change({ field: target.value })}>
            <option value="" disabled>
              请选择
            </option>
            {Object.entries(creatorFields).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </FieldRow>
      <FieldRow
        label="介绍"
        note={`${form.introduction.trim().length} / ${limits.creatorIntroductionMax}`}
        fault={faults.introduction}
      >
        {(ties) => (
          <textarea
            {...ties}
            rows={5}
            maxLength={limits.creatorIntroductionMax}
            placeholder="例如 三年大模型微调经验，打算发布装好 LoRA 与评测工具的镜像，并持续更新"
            value={form.introduction}
            onChange={({ target }) => change({ introduction: target.value })}
          />
        )}
      </FieldRow>
      <FieldRow label="链接" note={`选填，一行一个，最多 ${limits.creatorLinksMax} 个`} fault={faults.links}>
        {(ties) => (
          <textarea
            {...ties}
            rows={2}
            placeholder="https://github.com/your-name"
            value={form.links}
            onChange={({ target }) => change({ links: target.value })}
          />
        )}
      </FieldRow>
      <label className={styles.agreement}>
        <input
          type="checkbox"
          checked={form.agreement}
          aria-invalid={faults.agreement !== undefined}
          onChange={({ target }) => change({ agreement: target.checked })}
        />
        <span>{consentTexts.creator}</span>
      </label>
      <p className={fieldStyles.fault} role="alert">
        {faults.agreement}
      </p>
      <div className={styles.foot}>
        <button type="submit" className={`${controls.button} ${controls.primary}`} aria-disabled={busy}>
          {busy ? '正在提交' : '提交申请'}
        </button>
        <button type="button" className={`${controls.button} ${controls.quiet}`} onClick={() => setOpen(false)}>
          取消
        </button>
      </div>
    </form>
  )
}
