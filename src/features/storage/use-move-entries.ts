import { useState } from 'react'
import { codes } from '#contract/codes.ts'
import { file_storage } from '#contract/file-storage.ts'
import { useAsk } from '#src/admin/ask/confirm-dialog-context.ts'
import { useAction } from '#src/admin/use-action.ts'
import type { ClashAnswer } from '#src/features/uploads/NameClashDialog.tsx'
import { type Result, tellResults } from './notify-results.tsx'

interface Moved {
  folder: string
  /** What became of those that are settled. */
  results: readonly Result[]
  /** Those whose names are taken there, unanswered. */
  clashing: readonly string[]
}

interface Moving {
  move: (paths: readonly string[], folder: string) => void
  moving: boolean
  /** The first whose name is taken, and how many wait behind it. */
  clash: { path: string; others: number } | undefined
  answer: (answer: ClashAnswer, all: boolean) => void
}

const isClash = ({ code }: { code: string }) => code === codes.storage_name_taken.code

/** Moves files and folders, and those whose name is taken there as the person answers. */
export function useMove(region_id: string, onDone: () => void): Moving {
  const ask = useAsk()
  const { run, pending: moving } = useAction(file_storage.move, { failed: '移动失败，请重试' })
  const [moved, setMoved] = useState<Moved>()

  const settle = ({ folder, results, clashing }: Moved) => {
    if (clashing.length) return setMoved({ folder, results, clashing })
    if (results.length) tellResults(ask, '移动', results)
    onDone()
  }
  const send = async (before: Moved, paths: readonly string[], when_taken: 'refuse' | 'rename' | 'replace') => {
    const { folder } = before
    const done = await run({ body: { region_id, paths: [...paths], folder, when_taken } })
    if (!done) return
    const asked = when_taken === 'refuse' ? done.data.filter(isClash) : []
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
