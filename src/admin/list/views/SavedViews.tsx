import { Button, Input, Popover } from 'antd'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import type { SavedView } from '#contract/views.ts'
import { density } from '#src/admin/list/density.ts'
import { writeListState } from '#src/admin/list/list-state.ts'
import type { ListState, Resource } from '#src/admin/resource.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './SavedViews.module.css'
import { type SavedViewChange, useSavedViews } from './use-views.ts'

interface SavedViewRowProps {
  view: SavedView
  present: boolean
  onShow: (view: SavedView) => void
  onChange: (change: SavedViewChange) => Promise<boolean>
}

/** One saved view with its actions: show, set as default, rename, remove. */
function SavedViewRow({ view, present, onShow, onChange }: SavedViewRowProps) {
  const { id, name, is_default: isDefault } = view
  const [renaming, setRenaming] = useState(false)
  const rename = async (typed: string) => {
    if (!typed.trim() || typed.trim() === name || (await onChange({ do: 'update', id, changes: { name: typed.trim() } }))) {
      setRenaming(false)
    }
  }
  if (renaming) {
    return (
      <li>
        <Input
          autoFocus
          defaultValue={name}
          maxLength={limits.viewNameMax}
          aria-label={`${name} 的新名称`}
          onPressEnter={({ currentTarget }) => void rename(currentTarget.value)}
          onBlur={({ currentTarget }) => void rename(currentTarget.value)}
        />
      </li>
    )
  }
  return (
    <li data-present={present}>
      <button type="button" className={styles.name} aria-current={present} onClick={() => onShow(view)}>
        {name}
        {isDefault && <span className={styles.mark}>默认</span>}
      </button>
      <Button
        size="small"
        type="text"
        icon={<Icon name="check" />}
        aria-pressed={isDefault}
        aria-label={isDefault ? `不再默认打开 ${name}` : `默认打开 ${name}`}
        title={isDefault ? '不再默认打开' : '默认打开'}
        onClick={() => void onChange({ do: 'update', id, changes: { is_default: !isDefault } })}
      />
      <Button
        size="small"
        type="text"
        icon={<Icon name="edit" />}
        aria-label={`改名 ${name}`}
        title="改名"
        onClick={() => setRenaming(true)}
      />
      <Button
        size="small"
        type="text"
        icon={<Icon name="trash" />}
        aria-label={`删除 ${name}`}
        title="删除"
        onClick={() => void onChange({ do: 'remove', id })}
      />
    </li>
  )
}

interface SavedViewsPanelProps {
  views: readonly SavedView[]
  /** The saved view that matches the current list state. */
  present: SavedView | undefined
  busy: boolean
  onShow: (view: SavedView) => void
  onChange: (change: SavedViewChange) => Promise<boolean>
  onSave: (name: string) => Promise<boolean>
}

/** Panel of the saved views and their actions, with an input to save the current state. */
function SavedViewsPanel({ views, present, busy, onShow, onChange, onSave }: SavedViewsPanelProps) {
  const [name, setName] = useState('')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && (await onSave(name.trim()))) setName('')
  }
  return (
    <div className={styles.panel}>
      {views.length > 0 ? (
        <ul className={styles.views}>
          {views.map((view) => (
            <SavedViewRow key={view.id} view={view} present={view.id === present?.id} onShow={onShow} onChange={onChange} />
          ))}
        </ul>
      ) : (
        <p className={styles.hint}>把常用的筛选、排序和行距存成视图，下次一点就到。</p>
      )}
      {!present && (
        <form className={styles.save} onSubmit={(event) => void save(event)}>
          <Input
            value={name}
            maxLength={limits.viewNameMax}
            placeholder="给当前条件起个名字"
            aria-label="视图名称"
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="primary" htmlType="submit" loading={busy} disabled={!name.trim()}>
            保存
          </Button>
        </form>
      )}
    </div>
  )
}

/** Saved views: named filters, order and density; one of them can be the default of the list. */
export default function SavedViews({ resource, state }: { resource: Resource; state: ListState }) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const { search } = useLocation()
  const dense = useStore(density)
  const { views, change, busy } = useSavedViews(resource.name)
  const query = writeListState({ ...state, page: 1 }).toString()
  const present = views?.find((view) => view.query === query)

  const show = (view: Pick<SavedView, 'query' | 'density'>, replace: boolean) => {
    density.set(view.density)
    setOpen(false)
    void navigate({ search: view.query }, { replace })
  }
  // apply the default view once, and only at the list's bare address; a link with parameters is shown as is
  const bare = useRef(search === '')
  useEffect(() => {
    if (!views || !bare.current) return
    bare.current = false
    const chosen = views.find(({ is_default: isDefault }) => isDefault)
    if (!chosen?.query) return
    density.set(chosen.density)
    void navigate({ search: chosen.query }, { replace: true })
  }, [views, navigate])

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      title="视图"
      destroyOnHidden
      getPopupContainer={() => document.getElementById('main') ?? document.body}
      content={
        <SavedViewsPanel
          views={views ?? []}
          present={present}
          busy={busy}
          onShow={(view) => show(view, false)}
          onChange={change}
          onSave={(name) =>
            change({ do: 'create', view: { resource: resource.name, name, query, density: dense, is_default: false } })
          }
        />
      }
    >
      <Button icon={<Icon name="save" />} aria-expanded={open} aria-haspopup="dialog">
        {present ? present.name : '视图'}
      </Button>
    </Popover>
  )
}
