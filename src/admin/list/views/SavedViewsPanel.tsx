import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { SavedView } from '#contract/views.ts'
import { SavedViewRow } from './SavedViewRow.tsx'
import styles from './SavedViewsPanel.module.css'
import type { SavedViewChange } from './use-views.ts'

interface Props {
  views: readonly SavedView[]
  /** The one whose conditions the list has now. */
  present: SavedView | undefined
  busy: boolean
  onShow: (view: SavedView) => void
  onChange: (change: SavedViewChange) => Promise<boolean>
  onSave: (name: string) => Promise<boolean>
}

/** The saved views, each with what can be done with it, and below a name for what the list shows now. */
export function SavedViewsPanel({ views, present, busy, onShow, onChange, onSave }: Props) {
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
