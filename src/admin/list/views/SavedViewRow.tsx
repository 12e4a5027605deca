import { Button, Input } from 'antd'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { SavedView } from '#contract/views.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './SavedViewsPanel.module.css'
import type { SavedViewChange } from './use-views.ts'

interface Props {
  view: SavedView
  present: boolean
  onShow: (view: SavedView) => void
  onChange: (change: SavedViewChange) => Promise<boolean>
}

/** One saved view: to be shown, opened with, renamed, removed. */
export function SavedViewRow({ view, present, onShow, onChange }: Props) {
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
