import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { bank_transfers } from '#contract/bank-transfers.ts'
import { useAction } from '#src/admin/use-action.ts'
import { paths, withId } from '#src/paths.ts'

export interface Proof {
  amount: string
  payer_name: string
  file: File
}

/** Sends the proof of a transfer and leads to it; the same proof sent again after a failure is the same transfer. */
export function useSendProof() {
  const [part, setPart] = useState(0)
  const navigate = useNavigate()
  const { run, pending, failure } = useAction(bank_transfers.create, {
    page_tells: true,
    onDone: ({ data }) => navigate(withId(paths.bank_transfers)(data.id)),
  })
  const send = ({ file, ...body }: Proof) => void run({ body }, { file, onProgress: setPart })
  return { send, sending: pending, part, failure }
}
