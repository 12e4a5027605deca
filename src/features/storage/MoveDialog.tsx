import { Modal } from 'antd'
import { useState } from 'react'
import { resultCodes } from '#contract/codes.ts'
import { fileStorage, type StorageEntry } from '#contract/file-storage.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { SearchBox } from '#src/admin/list/SearchBox.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { type NameClashAnswer, NameClashDialog } from '#src/features/uploads/shared.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './MoveDialog.module.css'
import { type EntryResult, notifyResults } from './notify-results.tsx'
import { isInsideFolder, rootFolderName, toBaseName, toFolderChain, toParentFolder } from './storage-path.ts'
import { useStorageFolders } from './storage-queries.ts'

interface MoveOutcome {
  folder: string
  /** Results of the entries that are done. */
  results: readonly EntryResult[]
  /** Entries with a name clash that the user has not resolved yet. */
  clashing: readonly string[]
}

interface MoveState {
  move: (paths: readonly string[], folder: string) => void
  moving: boolean
  /** The first entry with a name clash, and the number of clashes after it. */
  clash: { path: string; others: number } | undefined
  answer: (answer: NameClashAnswer, all: boolean) => void
}

const isClash = ({ code }: { code: string }) => code === resultCodes.storage_name_taken.code

/** Moves files and folders; resolves name clashes by the user's answers. */
function useMoveEntries(regionId: string, onDone: () => void): MoveState {
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

interface FolderPickerProps {
  region_id: string
  folder: string
  onChange: (folder: string) => void
}

/** Folder picker, level by level; the open folder is the selected one. */
function FolderPicker({ region_id: regionId, folder, onChange }: FolderPickerProps) {
  const [keyword, setKeyword] = useState('')
  const { data, error, refetch } = useStorageFolders({ region_id: regionId, path: folder, ...(keyword && { keyword }) })
  const go = (path: string) => {
    setKeyword('')
    onChange(path)
  }
  return (
    <div className={styles.picker}>
      <nav className={styles.trail} aria-label="目标文件夹">
        {['', ...toFolderChain(folder)].map((step) => (
          <button key={step} type="button" aria-current={step === folder ? 'location' : undefined} onClick={() => go(step)}>
            {toBaseName(step) || rootFolderName}
          </button>
        ))}
      </nav>
      <SearchBox value={keyword} hint="在这一层搜索文件夹" onSearch={setKeyword} />
      <div className={styles.folders}>
        <AsyncView data={data} error={error} errorTitle="文件夹加载失败" onRetry={() => void refetch()}>
          {({ folders, more }) => (
            <ul>
              {folders.map(({ path, name }) => (
                <li key={path}>
                  <button type="button" onClick={() => go(path)}>
                    <Icon name="folder" />
                    <span>{name}</span>
                    <Icon name="chevron" />
                  </button>
                </li>
              ))}
              {!folders.length && <li className={styles.none}>{keyword ? '没有这个名称的文件夹' : '这里没有下一层文件夹'}</li>}
              {more && <li className={styles.none}>文件夹很多，请搜索名称</li>}
            </ul>
          )}
        </AsyncView>
      </div>
    </div>
  )
}

/** Returns why the entries cannot be moved there; undefined if they can. */
function validateTarget(chosen: readonly StorageEntry[], folder: string): string | undefined {
  if (chosen.every(({ path }) => toParentFolder(path) === folder)) return '已经在这个文件夹里'
  const around = chosen.find(({ kind, path }) => kind === 'folder' && isInsideFolder(folder, path))
  return around && `不能移动到「${around.name}」自己里面`
}

interface Props {
  region_id: string
  chosen: readonly StorageEntry[]
  onClose: () => void
  onDone: () => void
}

/** Moves entries to a folder picked in the dialog; asks about name clashes. */
export default function MoveDialog({ region_id: regionId, chosen, onClose, onDone }: Props) {
  const [first] = chosen
  const [folder, setFolder] = useState(first ? toParentFolder(first.path) : '')
  const { move, moving, clash, answer } = useMoveEntries(regionId, () => {
    onDone()
    onClose()
  })
  const fault = validateTarget(chosen, folder)
  if (clash) {
    const { path, others } = clash
    return (
      <NameClashDialog
        key={path}
        doing="移动"
        name={toBaseName(path)}
        others={others}
        onAnswer={answer}
        onLater={() => answer('skip', true)}
      />
    )
  }
  return (
    <Modal
      open
      title={chosen.length === 1 && first ? `移动「${first.name}」` : `移动 ${chosen.length} 项`}
      okText={`移动到「${toBaseName(folder) || rootFolderName}」`}
      okButtonProps={{ loading: moving, disabled: fault !== undefined }}
      onOk={() =>
        move(
          chosen.map(({ path }) => path),
          folder,
        )
      }
      onCancel={onClose}
      maskClosable={false}
    >
      <FolderPicker region_id={regionId} folder={folder} onChange={setFolder} />
      <p className={styles.fault} role="status">
        {fault}
      </p>
    </Modal>
  )
}
