import { Command, defaultFilter } from 'cmdk'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '#src/kit/Icon.tsx'
import { type SchemeChoice, scheme_choice } from '#src/kit/theme/color-scheme.ts'
import { useStore } from '#src/kit/use-store.ts'
import type { Row } from '#src/resources/declared.ts'
import type { Resource, RowAction } from '#src/resources/define-resource.ts'
import { current_user } from '#src/session/current-user.ts'
import { rowActionsOf } from '../generic/actions/row-actions.ts'
import type { NavEntry } from '../layout/nav-entries.ts'
import { destinationsOf } from './destinations.ts'
import { HelpItems } from './HelpItems.tsx'
import styles from './Palette.module.css'
import { RowCommands } from './RowCommands.tsx'
import { isFoundRow, RowItems } from './RowItems.tsx'
import { recent_entries } from './recent-entries.ts'

const schemes: [SchemeChoice, string, string][] = [
  ['light', '浅色', 'qs light'],
  ['dark', '深色', 'ss dark'],
  ['system', '跟随系统的配色', 'gsxt system'],
]

const filter: typeof defaultFilter = (value, search, keywords) => (isFoundRow(value) ? 1 : defaultFilter(value, search, keywords))

interface Props {
  entries: readonly NavEntry[]
  resources: readonly Resource[]
  onRun: (resource: Resource, action: RowAction<Row>, row: Row) => void
  onShortcuts: () => void
  onClose: () => void
}

/** Search over pages, rows and what can be done with them. What costs or destroys is asked about by its own dialog. */
export default function Palette({ entries, resources, onRun, onShortcuts, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const user = useStore(current_user)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ resource: Resource; row: Row } | null>(null)
  const destinations = useMemo(() => destinationsOf(entries, resources, user), [entries, resources, user])
  const [recent] = useState(recent_entries.read)

  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [])

  const go = (to: string, label: string) => {
    recent_entries.add({ to, label })
    onClose()
    void navigate(to)
  }
  const choose = (next: typeof chosen) => {
    setChosen(next)
    setTyped('')
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="命令面板"
      onClose={onClose}
      onCancel={(event) => {
        if (!chosen) return
        event.preventDefault() // one step back first
        choose(null)
      }}
      onMouseDown={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <Command className={styles.palette} label="命令面板" filter={filter} loop>
        <div className={styles.search}>
          <Icon name="search" />
          <Command.Input
            value={typed}
            onValueChange={setTyped}
            placeholder={chosen ? '选择操作' : '搜索实例、页面和操作'}
            onKeyDown={({ key }) => key === 'Backspace' && !typed && choose(null)}
          />
          <button type="button" className={styles.close} onClick={onClose} aria-label="关闭">
            Esc
          </button>
        </div>
        <Command.List className={styles.list}>
          <Command.Empty>没有找到「{typed}」</Command.Empty>
          {chosen ? (
            <RowCommands
              {...chosen}
              actions={rowActionsOf(chosen.resource, user)}
              onGo={go}
              onRun={(action) => {
                onClose()
                onRun(chosen.resource, action, chosen.row)
              }}
            />
          ) : (
            <>
              {!typed && recent.length > 0 && (
                <Command.Group heading="最近">
                  {recent.map(({ to, label }) => (
                    <Command.Item key={to} value={`recent ${to}`} onSelect={() => go(to, label)}>
                      <Icon name="clock" />
                      {label}
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              {resources
                .filter(({ in_palette }) => in_palette)
                .map((resource) => (
                  <RowItems key={resource.name} resource={resource} typed={typed} onChoose={(row) => choose({ resource, row })} />
                ))}
              <Command.Group heading="前往">
                {destinations.map(({ to, label, icon, keywords }) => (
                  <Command.Item key={to} value={`${label} ${to}`} keywords={keywords} onSelect={() => go(to, label)}>
                    {icon ?? <Icon name="plus" />}
                    {label}
                  </Command.Item>
                ))}
              </Command.Group>
              <HelpItems typed={typed} onClose={onClose} />
              <Command.Group heading="帮助与外观">
                <Command.Item
                  value="键盘快捷键"
                  keywords={['jpkjj', '帮助', '?']}
                  onSelect={() => {
                    onClose()
                    onShortcuts()
                  }}
                >
                  <Icon name="info" />
                  键盘快捷键
                </Command.Item>
                {schemes.map(([scheme, label, keywords]) => (
                  <Command.Item
                    key={scheme}
                    value={`配色 ${label}`}
                    keywords={keywords.split(' ')}
                    onSelect={() => {
                      scheme_choice.set(scheme)
                      onClose()
                    }}
                  >
                    <Icon name={scheme === 'dark' ? 'moon' : scheme === 'light' ? 'sun' : 'display'} />
                    配色：{label}
                  </Command.Item>
                ))}
              </Command.Group>
            </>
          )}
        </Command.List>
      </Command>
    </dialog>
  )
}
