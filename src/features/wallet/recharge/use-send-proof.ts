import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { bankTransfers } from '#contract/bank-transfers.ts'
import { useAction } from '#src/admin/use-action.ts'
import { createIdPath, paths } from '#src/paths.ts'

export interface TransferProof {
  amount: string
  payer_name: string
  file: File
}

/** Sends the proof of a transfer and leads to it; the same proof sent again after a failure is the same transfer. */
export function useSendTransferProof() {
  const [part, setPart] = useState(0)
  const navigate = useNavigate()
  const { run, pending, failure } = useAction(bankTransfers.create, {
    pageTells: true,
    onDone: ({ data }) => navigate(createIdPath(paths.bankTransfers)(data.id)),
  })
  const send = ({ file, ...body }: TransferProof) => void run({ body }, { file, onProgress: setPart })
  return { send, sending: pending, part, failure }
}
