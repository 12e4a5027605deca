import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ApplianceEdition } from '#contract/appliance.ts'
import {
  deleteLeadDraft,
  emptyLeadDraft,
  getLeadDraft,
  type LeadDraft,
  type LeadDraftField,
  type LeadFaults,
  leadDraftFields,
  saveLeadDraft,
} from './lead-draft.ts'
import { editionKeys } from './models.ts'

/** The edition preselected by the URL. */
function useEditionParam(): ApplianceEdition | undefined {
  const [search] = useSearchParams()
  return editionKeys.find((edition) => edition === search.get('edition'))
}

const loadRules = () => import('./lead-rules.ts')

export interface LeadFormState {
  form: RefObject<HTMLFormElement | null>
  lead: LeadDraft
  faults: LeadFaults
  /** An error that belongs to no field. */
  fault: string
  busy: boolean
  sent: boolean
  change: (field: LeadDraftField, value: string) => void
  leave: (field: LeadDraftField) => Promise<void>
  submit: (event: FormEvent) => Promise<void>
  again: () => void
}

/** The pre-sales form: errors are shown at their field, and neither a refusal nor a reload loses input. */
export function useLeadForm(): LeadFormState {
  const form = useRef<HTMLFormElement>(null)
  const [lead, setLead] = useState(emptyLeadDraft)
  const [faults, setFaults] = useState<LeadFaults>({})
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const edition = useEditionParam()

  useEffect(() => setLead(getLeadDraft()), [])
  useEffect(() => {
    if (edition) setLead((present) => ({ ...present, interest: edition }))
  }, [edition])

  const change = (field: LeadDraftField, value: string) => {
    const next = { ...lead, [field]: value }
    setLead(next)
    saveLeadDraft(next)
    setFaults(({ [field]: _, ...others }) => others)
  }

  /** An empty field is reported when the form is sent, not when it loses focus. */
  const leave = async (field: LeadDraftField) => {
    if (lead[field] === '') return
    const { findLeadFaults } = await loadRules()
    const message = findLeadFaults(lead)[field]
    if (message) setFaults((present) => ({ ...present, [field]: message }))
  }

  const show = (found: LeadFaults) => {
    setFaults(found)
    const first = leadDraftFields.find((field) => found[field])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFault('')
    try {
      const { findLeadFaults, sendLead } = await loadRules()
      const found = findLeadFaults(lead)
      if (Object.keys(found).length > 0) return show(found)
      const refused = await sendLead(lead)
      if (!refused) {
        deleteLeadDraft()
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
    setLead(emptyLeadDraft)
    setSent(false)
  }

  return { form, lead, faults, fault, busy, sent, change, leave, submit, again }
}
