import { Button, Popover } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { SavedView } from '#contract/views.ts'
import { density } from '#src/admin/list/density.ts'
import { writeListState } from '#src/admin/list/list-state.ts'
import type { ListState, Resource } from '#src/admin/resource.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { SavedViewsPanel } from './SavedViewsPanel.tsx'
import { useSavedViews } from './use-views.ts'

/** Lists people come back to: filters, order and density under a name; one of them may be what the list opens with. */
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
  // once, and only at the list's bare address: a link that says what it wants is shown as it is
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
