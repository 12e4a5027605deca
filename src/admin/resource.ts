import type { ComponentType, ReactNode } from 'react'
import type { AnyCrud } from '#contract/crud.ts'
import type { Endpoint, EndpointAccess, EndpointData } from '#contract/endpoint.ts'
import type { LiveResource } from '#contract/stream.ts'
import type { Column } from './columns.tsx'
import type { NavPlace, ParentPage } from './nav-places.ts'
import type { FieldOf, FilterOf, ListEndpoint, OptionLabels, Row, RowOf } from './row-types.ts'

/** Loads a component as its own chunk. */
export type ComponentLoader<Props = object> = () => Promise<{ default: ComponentType<Props> }>

/** State of a list view as stored in its address. */
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

/** One form input; its rule is derived from `name` in the endpoint's body schema. */
export interface ResourceField<Name extends string = string> {
  name: Name
  label: string
  input?: 'text' | 'textarea' | 'number' | 'select' | 'radio' | 'switch' | 'date' | 'file'
  options?: OptionLabels
  placeholder?: string
  /** For a textarea: its text is code, such as a key. */
  code?: true
  /** For a file: accepted media types. The file is sent to an endpoint with `upload`. */
  accept?: string
  help?: ReactNode
  /** Not marked 选填, although the schema alone lets it be empty: another field decides that it is needed. */
  required?: true
  initial?: unknown
  /** Shows, sends and validates the field only while this returns true. */
  when?: (values: Record<string, unknown>) => boolean
  /** Custom input instead of `input`. */
  render?: ComponentType<FieldInputProps>
}

interface ActionBase<R> {
  name: string
  label: string
  icon?: ReactNode
  danger?: boolean
  /** Whether the action is currently allowed for this row; if not, it is disabled or hidden. */
  allowed?: (row: R) => boolean
  /** Why the action is disabled, shown in the menu; the action is hidden if this returns no text. */
  whenOff?: 'hidden' | ((row: R) => string | undefined)
  /** Shows the action only in the menu, even if no other action is available. */
  rare?: boolean
  /** Heading of its group in a menu. */
  group?: string
  /** Additional search terms for the command palette. */
  keywords?: readonly string[]
}

/** An action on one row: a call, a link, or a dialog. */
export type RowAction<R> = ActionBase<R> &
  (
    | {
        /** Called with the row's id as its path parameter. */
        endpoint: Endpoint
        /** Confirmation text before the call: the effect on data and money. */
        effect?: string | ((row: R) => string)
        /** Fields to fill in before the call; sent as its body and validated by the body schema. */
        fields?: readonly ResourceField[]
        /** Initial values of the fields. */
        initial?: (row: R) => Record<string, unknown>
        /** Constant body for a call without fields. */
        body?: Readonly<Record<string, unknown>>
      }
    | { href: (row: R) => string }
    | { dialog: ComponentLoader<{ resource: Resource; row: R; onClose: () => void }> }
  )

/** An action on all selected rows that allow it: a call, or a page that asks for confirmation first. */
export type BulkRowAction<R> = BulkCall<R> | (ActionBase<R> & { href: (rows: readonly R[]) => string })

export type BulkCall<R> = ActionBase<R> & {
  /** Called once per row if the path names a row; otherwise once with `{ ids }`, and may return a result for each row. */
  endpoint: Endpoint
  /** Sent together with the ids. */
  body?: Readonly<Record<string, unknown>>
  /** Confirmation text before the call; omit it only for actions that are reversible or free. */
  effect?: string | ((rows: readonly R[]) => string)
  /** Text beside each row's name in the confirmation: the effect on its money. */
  each?: (row: R) => string
  /** Statement to tick before an irreversible action. */
  consent?: string
  /** Optimistic update of the row, rolled back if the call is refused. Never use it for money or power. */
  optimistic?: (row: R) => Partial<R>
  /** Endpoint that undoes the action, offered for a few seconds; called with the same `{ ids }`. */
  undo?: Endpoint
  /** Success text before the number of rows, for example 正在开机. Defaults to 已 and the label. */
  done?: string
}

interface ResourceShape<R, C> {
  /** Plural name: `orders`. Used by Refine, saved views and the stream. */
  name: string
  /** Name of one row, for example SSH 密钥. */
  label: string
  /** Measure word for several rows, for example 台. Defaults to 项. */
  measure?: string
  /** One-line description below the title. */
  meaning?: string
  path: `/${string}`
  /** Address of a row if it is not `path/:id`; `:id` may be in the query. */
  showPath?: `/${string}`
  /** Position in the menu; without one, the resource is reachable by links only. */
  nav?: NavPlace
  /** For a resource outside the menu: the parent page in the breadcrumbs, marked in the menu. */
  parent?: ParentPage
  /** Required access to view the resource; defaults to the access of `list`. */
  access?: EndpointAccess
  api: {
    list: Endpoint
    one?: Endpoint
    create?: Endpoint
    update?: Endpoint
    remove?: Endpoint
    history?: Endpoint
    /** Endpoint that exports all filtered rows as a file; without it, the browser exports up to a limit. */
    export?: Endpoint
    /** Creates the task that exports more rows than `export` answers at once. */
    export_task?: Endpoint
  }
  /** Name of one row in titles, cards and confirmations. */
  title: (row: R) => string
  /** A short fact beside the name where rows are searched, and found by it: GPU model and count of an instance. */
  caption?: (row: R) => string
  columns: readonly Column<R>[]
  /** Columns of the export, if list cells contain more than one value. */
  sheet?: () => Promise<{ default: readonly Column<R>[] }>
  /** Custom card for a row on a phone, if a list of the columns is hard to read. */
  card?: (row: R) => ReactNode
  /** Additional fields on the row's page. */
  details?: readonly Column<R>[]
  /** Filters by field of the list query. A `keyword` in the query adds a search box automatically. */
  filters?: Readonly<Record<string, ListFilter>>
  search?: string
  /** Lets the command palette search the rows by keyword, open them and offer their actions. */
  inPalette?: boolean
  form?: {
    create?: readonly ResourceField[]
    update?: readonly ResourceField[]
    submit?: string
    /** Label for creating a row; defaults to 新建 and the label. */
    createLabel?: string
    /** Tells by the rows shown why none can be created now; said in place of the button. */
    whyNoneCreated?: (rows: readonly R[]) => string | null | undefined
    updateLabel?: string
    /** Whether this row can currently be changed; otherwise the action is hidden. */
    updateAllowed?: (row: R) => boolean
    /** Initial values of the fields to change that the row has in another form. */
    updateValues?: (row: R) => Record<string, unknown>
    /** Shows the change before the response and rolls it back on refusal: for names and the like. */
    optimistic?: boolean
  }
  actions?: readonly RowAction<R>[]
  /** Fixed width of the row actions in pixels, so that columns do not move when the available actions change. */
  actionsWidth?: number
  bulk?: readonly BulkRowAction<R>[]
  /** Called after an action changed rows, to refresh other places that show them. */
  afterChange?: () => void
  /** Confirmation text for deletion. Needs `api.remove`. */
  remove?: { effect: string }
  /** Dialog shown after a creation with the endpoint's response, for example a private key or a token. */
  created?: ComponentLoader<{ result: C; onClose: () => void }>
  /** Additions to the list page, from top to bottom: in the page header, before the primary action. */
  tools?: ComponentType
  /** Shown below the page header, independent of the rows. */
  above?: ComponentType
  /** Shown between filters and rows: totals of the rows. */
  summary?: ComponentType<{ state: ListState }>
  /** Custom pages where the generic ones are not sufficient. */
  pages?: Partial<Record<'list' | 'show' | 'create' | 'update', ComponentLoader<{ resource: Resource }>>>
  /** Stream resource whose changes refresh this one. */
  live?: LiveResource
  /** Empty state; `action` creates the first row if the resource has no form for that. */
  empty?: { title: string; hint: string; action?: ReactNode }
}

/** A resource with erased row types, as used by registry, pages and providers. */
export type Resource = ResourceShape<Row, Record<string, unknown>>

/** A resource of a noun that `crud()` declares; omitted parts are derived from the noun. */
export type CrudResource<C extends AnyCrud> = { crud: C } & Partial<
  Omit<ResourceShape<RowOf<C['endpoints']['list']>, Record<string, unknown>>, 'api'>
>

/** One of several lists of a noun with its own address, calls and columns, such as own and community images. */
export type ResourceView = Omit<Resource, 'name'>

/** Declaration of a resource, typed by its endpoints. */
export type ResourceDeclaration<L extends ListEndpoint, C extends Endpoint, U extends Endpoint, O extends Endpoint> = Omit<
  ResourceShape<RowOf<L>, EndpointData<C>>,
  'name' | 'api' | 'filters' | 'form' | 'details'
> & {
  api: {
    list: L
    one?: O
    create?: C
    update?: U
    remove?: Endpoint
    history?: Endpoint
    export?: Endpoint
    export_task?: Endpoint
  }
  details?: readonly Column<O extends L ? RowOf<L> : EndpointData<O>>[]
  filters?: Partial<Record<FilterOf<L>, ListFilter>>
  form?: {
    create?: readonly ResourceField<FieldOf<C>>[]
    update?: readonly ResourceField<FieldOf<U>>[]
    submit?: string
    createLabel?: string
    whyNoneCreated?: (rows: readonly RowOf<L>[]) => string | null | undefined
    updateLabel?: string
    updateAllowed?: (row: RowOf<L>) => boolean
    updateValues?: (row: RowOf<L>) => Record<string, unknown>
    optimistic?: boolean
  }
}
