import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
  empty_lead,
  type Faults,
  forgetDraft,
  type Lead,
  type LeadField,
  lead_fields,
  readDraft,
  writeDraft,
} from './lead-draft.ts'
import { useEdition } from './use-edition.ts'

const rules = () => import('./lead-rules.ts')

export interface LeadFormState {
  form: RefObject<HTMLFormElement | null>
  lead: Lead
  faults: Faults
  /** What went wrong and belongs to no field. */
  fault: string
  busy: boolean
  sent: boolean
  change: (field: LeadField, value: string) => void
  leave: (field: LeadField) => Promise<void>
  submit: (event: FormEvent) => Promise<void>
  again: () => void
}

/** The pre-sales form: faults stand at their field, and nothing typed is lost, by a refusal or a reload. */
export function useLeadForm(): LeadFormState {
  const form = useRef<HTMLFormElement>(null)
  const [lead, setLead] = useState(empty_lead)
  const [faults, setFaults] = useState<Faults>({})
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const edition = useEdition()

  useEffect(() => setLead(readDraft()), [])
  useEffect(() => {
    if (edition) setLead((present) => ({ ...present, interest: edition }))
  }, [edition])

  const change = (field: LeadField, value: string) => {
    const next = { ...lead, [field]: value }
    setLead(next)
    writeDraft(next)
    setFaults(({ [field]: _, ...others }) => others)
  }

  /** An empty field is complained about when the form is sent, not on the way past it. */
  const leave = async (field: LeadField) => {
    if (lead[field] === '') return
    const { faultsOf } = await rules()
    const message = faultsOf(lead)[field]
    if (message) setFaults((present) => ({ ...present, [field]: message }))
  }

  const show = (found: Faults) => {
    setFaults(found)
    const first = lead_fields.find((field) => found[field])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFault('')
    try {
      const { faultsOf, sendLead } = await rules()
      const found = faultsOf(lead)
      if (Object.keys(found).length > 0) return show(found)
      const refused = await sendLead(lead)
      if (!refused) {
        forgetDraft()
        setSent(true)
      } else if (Object.keys(refused.faults).length > 0) show(refused.faults)
      else setFault(refused.message)
    } catch {
      setFault('没有发送成功，填写的内容都还在，请检查网络后重试')
    } finally {
      setBusy(false)
    }
  }

  const again = () => {
    setLead(empty_lead)
    setSent(false)
  }

  return { form, lead, faults, fault, busy, sent, change, leave, submit, again }
}
