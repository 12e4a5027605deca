import { useState } from 'react'
import { resultCodes } from '#contract/codes.ts'
import { fileStorage } from '#contract/file-storage.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { useAction } from '#src/admin/use-action.ts'
import type { NameClashAnswer } from '#src/features/uploads/shared.ts'
import { type EntryResult, notifyResults } from './notify-results.tsx'

interface MoveOutcome {
  folder: string
  /** What became of those that are settled. */
  results: readonly EntryResult[]
  /** Those whose names are taken there, unanswered. */
  clashing: readonly string[]
}

interface MoveState {
  move: (paths: readonly string[], folder: string) => void
  moving: boolean
  /** The first whose name is taken, and how many wait behind it. */
  clash: { path: string; others: number } | undefined
  answer: (answer: NameClashAnswer, all: boolean) => void
}

const isClash = ({ code }: { code: string }) => code === resultCodes.storage_name_taken.code

/** Moves files and folders, and those whose name is taken there as the person answers. */
export function useMoveEntries(regionId: string, onDone: () => void): MoveState {
  const ask = useConfirmDialogs()
  const { run, pending: moving } = useAction(fileStorage.move, { failed: '移动失败，请重试' })
  const [moved, setMoved] = useState<MoveOutcome>()

  const settle = ({ folder, results, clashing }: MoveOutcome) => {
    if (clashing.length) return setMoved({ folder, results, clashing })
    if (results.length) notifyResults(ask, '移动', results)
    onDone()
  }
  const send = async (before: MoveOutcome, paths: readonly string[], whenTaken: 'refuse' | 'rename' | 'replace') => {
    const { folder } = before
    const done = await run({ body: { region_id: regionId, paths: [...paths], folder, when_taken: whenTaken } })
    if (!done) return
    const asked = whenTaken === 'refuse' ? done.data.filter(isClash) : []
    const results = done.data.filter((result) => !asked.includes(result))
    settle({
      folder,
      results: [...before.results, ...results],
      clashing: [...before.clashing, ...asked.map(({ path }) => path)],
    })
  }

  return {
    moving,
    move: (paths, folder) => void send({ folder, results: [], clashing: [] }, paths, 'refuse'),
    clash: moved?.clashing[0] === undefined ? undefined : { path: moved.clashing[0], others: moved.clashing.length - 1 },
    answer: (answer, all) => {
      if (!moved) return
      const paths = all ? moved.clashing : moved.clashing.slice(0, 1)
      const rest = { ...moved, clashing: moved.clashing.slice(paths.length) }
      if (answer === 'skip') settle(rest)
      else void send(rest, paths, answer)
    },
  }
}
