import type { ComponentType, ReactNode } from 'react'
import type { AnyCrud } from '#contract/crud.ts'
import type { Endpoint, EndpointAccess, EndpointData } from '#contract/endpoint.ts'
import type { LiveResource } from '#contract/stream.ts'
import type { Column } from './columns.tsx'
import type { NavPlace, ParentPage } from './nav-groups.ts'
import type { FieldOf, FilterOf, ListEndpoint, OptionLabels, Row, RowOf } from './row-types.ts'

/** Loads a component as its own chunk. */
export type ComponentLoader<Props = object> = () => Promise<{ default: ComponentType<Props> }>

/** What of a list is shown, as its address tells it. */
export interface ListState {
  page: number
  page_size: number
  sort?: { field: string; order: 'asc' | 'desc' } | undefined
  keyword: string
  filters: Readonly<Record<string, string>>
}

export interface ListFilter {
  label: string
  options: OptionLabels | (() => Promise<OptionLabels>)
}

export interface FieldInputProps {
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
}

/** One input of a form; its rule is what the endpoint's body schema says about `name`. */
export interface ResourceField<Name extends string = string> {
  name: Name
  label: string
  input?: 'text' | 'textarea' | 'number' | 'select' | 'radio' | 'switch' | 'date' | 'file'
  options?: OptionLabels
  placeholder?: string
  /** Of a file: media types. It is sent as the file of an endpoint with `upload`. */
  accept?: string
  help?: ReactNode
  initial?: unknown
  /** Shown, sent and checked only while this holds. */
  when?: (values: Record<string, unknown>) => boolean
  /** An input of one's own, instead of `input`. */
  render?: ComponentType<FieldInputProps>
}

interface ActionBase<R> {
  name: string
  label: string
  icon?: ReactNode
  danger?: boolean
  /** Whether it may be done to this row now; what may not be done is shown disabled, or left out. */
  allowed?: (row: R) => boolean
  /** What is missing, said beside it in the menu; where nothing is said it is left out. */
  whenOff?: 'hidden' | ((row: R) => string | undefined)
  /** Never among the first at hand, even where nothing else may be done now: the menu has it. */
  rare?: boolean
  /** The heading it stands under in a menu. */
  group?: string
  /** Other words the command palette finds it by. */
  keywords?: readonly string[]
}

/** Something done to one row: a call, a way elsewhere, or a dialog. */
export type RowAction<R> = ActionBase<R> &
  (
    | {
        /** Called with the row's id in its path. */
        endpoint: Endpoint
        /** Asked before the call: what happens to data and to money. */
        effect?: string | ((row: R) => string)
        /** Filled in before the call, which sends them as its body; their rules are the body schema's. */
        fields?: readonly ResourceField[]
        /** What the fields open with. */
        initial?: (row: R) => Record<string, unknown>
        /** Sent as it is, where nothing is filled in. */
        body?: Readonly<Record<string, unknown>>
      }
    | { href: (row: R) => string }
    | { dialog: ComponentLoader<{ resource: Resource; row: R; onClose: () => void }> }
  )

/** Something done to all selected rows that allow it: a call, or a page that asks first. */
export type BulkRowAction<R> = BulkCall<R> | (ActionBase<R> & { href: (rows: readonly R[]) => string })

export type BulkCall<R> = ActionBase<R> & {
  /** One call a row when the path names a row; otherwise one call with `{ ids }`, which may answer for each row whether it was done. */
  endpoint: Endpoint
  /** Sent beside the ids. */
  body?: Readonly<Record<string, unknown>>
  /** Asked before the call; without one it is done at once, as only what can be undone or costs nothing may be. */
  effect?: string | ((rows: readonly R[]) => string)
  /** Said beside the name of each row that is asked about: what it means for its money. */
  each?: (row: R) => string
  /** A sentence that must be ticked before what cannot be undone is done. */
  consent?: string
  /** What the row will look like, shown before the answer and taken back when it is refused. Never for money or power. */
  optimistic?: (row: R) => Partial<R>
  /** Takes it back for a few seconds: called with the `{ ids }` it was done to. */
  undo?: Endpoint
  /** Said before the number of rows when it worked: 正在开机. By default 已 and the label. */
  done?: string
}

interface ResourceShape<R, C> {
  /** The field's word, in the plural: `orders`. Refine, saved views and the stream know it by this. */
  name: string
  /** What one of them is called: SSH 密钥. */
  label: string
  /** Its measure word where several are counted: 台. By default 项. */
  measure?: string
  /** One line of meaning under the title. */
  meaning?: string
  path: `/${string}`
  /** The address of one row where it is not `path/:id`; `:id` may stand in the query. */
  showPath?: `/${string}`
  /** Its place in the menu; without one it is reached by links only. */
  nav?: NavPlace
  /** Where there is no place in the menu: the page it is reached from, which the crumbs name and the menu marks. */
  parent?: ParentPage
  /** Who may see it; by default whoever may call `list`. */
  access?: EndpointAccess
  api: {
    list: Endpoint
    one?: Endpoint
    create?: Endpoint
    update?: Endpoint
    remove?: Endpoint
    history?: Endpoint
    /** Writes the rows that the list's filters select as a file, however many they are; without it the browser does, up to a limit. */
    export?: Endpoint
  }
  /** How one row is called in titles, cards and questions. */
  title: (row: R) => string
  columns: readonly Column<R>[]
  /** What is exported instead of the columns, where a cell of the list holds more than one thing. */
  sheet?: () => Promise<{ default: readonly Column<R>[] }>
  /** A row on a phone, where a list of the columns does not read well. */
  card?: (row: R) => ReactNode
  /** More fields for the page of one row. */
  details?: readonly Column<R>[]
  /** By field of the list query. A `keyword` in the query gives a search box by itself. */
  filters?: Readonly<Record<string, ListFilter>>
  search?: string
  /** The command palette finds its rows by keyword, opens them and offers their actions. */
  inPalette?: boolean
  form?: {
    create?: readonly ResourceField[]
    update?: readonly ResourceField[]
    submit?: string
    /** What making a new row is called; by default 新建 and the label. */
    createLabel?: string
    updateLabel?: string
    /** Whether this row may be changed now; where not, the action is left out. */
    updateAllowed?: (row: R) => boolean
    /** The change is shown before the answer, and taken back when it is refused: for names and the like. */
    optimistic?: boolean
  }
  actions?: readonly RowAction<R>[]
  /** Pixels the actions of a row take in the table, where others are at hand from state to state: no column moves then. */
  actionsWidth?: number
  bulk?: readonly BulkRowAction<R>[]
  /** After rows were changed by an action, in bulk or one by one: for what else shows them. */
  afterChange?: () => void
  /** What deleting does, said before it is done. Needs `api.remove`. */
  remove?: { effect: string }
  /** Shown over the page after a creation, with what the endpoint answered: a private key, a token. */
  created?: ComponentLoader<{ result: C; onClose: () => void }>
  /** On its list, in this order. Lists that belong together, each with an address of its own: */
  tabs?: { label: string; tabs: readonly { to: string; label: string }[] }
  /** in the head, before the primary action; */
  tools?: ComponentType
  /** under the head, apart from the rows; */
  above?: ComponentType
  /** between filters and rows: what the rows come to. */
  summary?: ComponentType<{ state: ListState }>
  /** Pages of one's own where the generic one is not enough. */
  pages?: Partial<Record<'list' | 'show' | 'create' | 'update', ComponentLoader<{ resource: Resource }>>>
  /** Whose changes on the stream refresh it. */
  live?: LiveResource
  /** With `action`, the way to the first row where it is no form of this resource. */
  empty?: { title: string; hint: string; action?: ReactNode }
}

/** A resource whose own types are forgotten; what registry, pages and providers work with. */
export type Resource = ResourceShape<Row, Record<string, unknown>>

/** A resource of a noun that `crud()` declares: whatever is left out comes from the noun. */
export type CrudResource<C extends AnyCrud> = { crud: C } & Partial<
  Omit<ResourceShape<RowOf<C['endpoints']['list']>, Record<string, unknown>>, 'api'>
>

/** One of several lists of a noun, each with an address, calls and columns of its own: own images, those of the community. */
export type ResourceView = Omit<Resource, 'name'>

/** What is written of a resource, typed by its own calls. */
export type ResourceDeclaration<L extends ListEndpoint, C extends Endpoint, U extends Endpoint, O extends Endpoint> = Omit<
  ResourceShape<RowOf<L>, EndpointData<C>>,
  'name' | 'api' | 'filters' | 'form' | 'details'
> & {
  api: { list: L; one?: O; create?: C; update?: U; remove?: Endpoint; history?: Endpoint; export?: Endpoint }
  details?: readonly Column<O extends L ? RowOf<L> : EndpointData<O>>[]
  filters?: Partial<Record<FilterOf<L>, ListFilter>>
  form?: {
    create?: readonly ResourceField<FieldOf<C>>[]
    update?: readonly ResourceField<FieldOf<U>>[]
    submit?: string
    createLabel?: string
    updateLabel?: string
    updateAllowed?: (row: RowOf<L>) => boolean
    optimistic?: boolean
  }
}
