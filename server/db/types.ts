// Generated from the migrations by scripts/db-types.ts. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

export interface DB {
  account_days: {
    account_id: bigint
    day: string
    kind: string
    entries: bigint
    plus_fen: bigint
    minus_fen: bigint
  }
  accounts: {
    id: GeneratedAlways<bigint>
    kind: string
    user_id: string | null
    balance_fen: Generated<bigint>
    voucher_id: string | null
  }
  activities: {
    id: string
    title: string
    content: string
    art: string
    position: number
    visible: Generated<boolean>
    discount_type: string | null
    period: number | null
    percent: number | null
    audience: string | null
    per_user: number | null
    stock: number | null
    for_existing: boolean | null
    starts_at: Date | null
    ends_at: Date | null
    created_at: Date
  }
  activity_products: {
    activity_id: string
    product_id: string
  }
  announcements: {
    id: string
    title: string
    content: string
    audience: string
    state: string
    publish_at: Date
    published_at: Date | null
    cursor: Generated<string>
    reach: Generated<number>
    created_by: string
    created_at: Date
  }
  audit_log: {
    id: GeneratedAlways<bigint>
    at: Date
    user_id: string
    endpoint: string
    target_id: string | null
    ip: string
    user_agent: string
    request_id: string
    before: ColumnType<JsonValue | null, string | null, string | null>
    after: ColumnType<JsonValue | null, string | null, string | null>
  }
  balance_adjustments: {
    id: string
    user_id: string
    amount_fen: bigint
    reason: string
    requested_by: string
    approved_by: string | null
    at: Date
  }
  balance_alerts: {
    user_id: string
    enabled: Generated<boolean>
    amount_fen: bigint
    hours: number
    told_at: Date | null
  }
  bank_transfers: {
    id: string
    user_id: string
    amount_fen: bigint
    payer_name: string
    picture_id: string
    status: string
    bank_reference: string | null
    confirmed_by: string | null
    confirmed_at: Date | null
    decided_by: string | null
    decided_at: Date | null
    reason: string | null
    created_at: Date
  }
  banners: {
    id: string
    title: string
    text: string
    link: string | null
    art: string
    position: number
    visible_from: Date | null
    visible_to: Date | null
    created_at: Date
  }
  billing_clock: {
    one: Generated<boolean>
    ticked_at: Date
    steady_since: Date
  }
  books_audit: {
    only_row: Generated<boolean>
    begun_at: Date | null
    ended_at: Date | null
    findings: ColumnType<JsonValue, string | undefined, string>
    unchecked: ColumnType<JsonValue, string | undefined, string>
  }
  captchas: {
    id: string
    phone: string
    captcha_type: string
    code_hash: string
    tries: Generated<number>
    created_at: Date
    expires_at: Date
    used_at: Date | null
    network: string | null
    other_tries: Generated<number>
  }
  card_leases: {
    id: GeneratedAlways<bigint>
    card: string
    model: string
    instance_id: string
    begun_at: Date
    ended_at: Date | null
  }
  card_spells: {
    instance_id: string
    card: number
    started_at: Date
    uuid: string
    seen_at: Date
  }
  certifications: {
    id: string
    user_id: string
    kind: string
    status: string
    organisation: string
    number_cipher: string
    number_masked: string
    number_index: string
    person_cipher: string | null
    person_masked: string | null
    standing: string | null
    email_cipher: string | null
    email_masked: string | null
    picture_id: string | null
    reason: string | null
    submitted_at: Date
    decided_at: Date | null
    decided_by: string | null
  }
  change_requests: {
    id: string
    kind: string
    target_id: string
    title: string
    reason: string
    before: ColumnType<JsonValue, string, string>
    after: ColumnType<JsonValue, string, string>
    status: string
    requested_by: string
    requested_at: Date
    decided_by: string | null
    decided_at: Date | null
    note: string | null
  }
  charge_configs: {
    user_id: string
    expiry_policy: string
  }
  closed_identities: {
    user_id: string
    id_number_index: string
    closed_at: Date
  }
  community_image_stars: {
    community_image_id: string
    user_id: string
    at: Date
  }
  community_image_tags: {
    community_image_id: string
    tag: string
  }
  community_image_uses: {
    instance_id: string
    version_id: string
    community_image_id: string
    user_id: string
    at: Date
  }
  community_image_versions: {
    id: string
    community_image_id: string
    version: string
    image_id: string
    licence: string
    readme: string
    state: string
    state_reason: string | null
    reviewed_by: string | null
    submitted_at: Date
    published_at: Date | null
    price_hour_micro: Generated<bigint>
    source_image_id: string | null
    prepare_lease_until: Date | null
  }
  community_images: {
    id: string
    author_id: string
    name: string
    summary: string
    original_at: Date | null
    created_at: Date
  }
  consents: {
    id: GeneratedAlways<bigint>
    user_id: string
    purpose: string
    text_hash: string
    ip: string
    at: Date
  }
  consumption_days: {
    user_id: string
    day: string
    kind: string
    lines: bigint
    cash_fen: bigint
    voucher_fen: bigint
  }
  consumption_lines: {
    user_id: string
    day: string
    key: string
    kind: string
    instance_id: string | null
    transaction_id: bigint | null
    seconds: bigint | null
    cash_fen: bigint
    voucher_fen: bigint
  }
  coupon_campaigns: {
    id: string
    name: string
    kind: string
    face_fen: bigint | null
    threshold_fen: bigint | null
    reduction_fen: bigint | null
    percent: number | null
    cap_fen: bigint | null
    scope: ColumnType<JsonValue, string, string>
    how: string
    quota: number
    per_user: number
    taken: Generated<number>
    starts_at: Date | null
    ends_at: Date | null
    valid_days: number | null
    stopped_at: Date | null
    created_by: string
    created_at: Date
  }
  coupon_codes: {
    hash: string
    campaign_id: string
    n: number
    coupon_id: string | null
  }
  coupons: {
    id: string
    campaign_id: string
    user_id: string
    valid_from: Date
    valid_until: Date
    claimed_at: Date
    reminded_at: Date | null
    ended_at: Date | null
  }
  creator_audits: {
    id: string
    user_id: string
    state: string
    introduction: string
    field: string
    links: ColumnType<JsonValue, string, string>
    reason: string | null
    submitted_at: Date
    decided_at: Date | null
    decided_by: string | null
    revoked_at: Date | null
    revoked_by: string | null
    revoked_reason: string | null
  }
  creator_months: {
    month: string
    settled_at: Date
  }
  creator_released_lines: {
    line_id: bigint
    release_id: string
    cash_fen: bigint
    earned: bigint
  }
  creator_releases: {
    id: string
    statement_id: string
    amount_fen: bigint
    transaction_id: bigint | null
    at: Date
  }
  creator_statement_lines: {
    id: GeneratedAlways<bigint>
    statement_id: string
    consumer_id: string
    version_id: string
    segment_id: bigint | null
    period_id: bigint | null
    seconds: bigint
    price_micro: bigint
    cash_fen: bigint
    whole_fen: bigint
    earned: bigint
    from_at: Date
    to_at: Date
    entry_id: bigint | null
    pending: Generated<boolean>
  }
  creator_statements: {
    id: string
    creator_id: string
    month: string
    state: string
    amount_fen: bigint
    settled_at: Date
    posted_at: Date | null
    transaction_id: bigint | null
  }
  data_keys: {
    purpose: string
    sealed: string
  }
  data_set_files: {
    version_id: string
    path: string
    size_bytes: bigint
    sha256: string
    kind: string
  }
  data_set_leftovers: {
    content_id: string
    version_id: string | null
    since: Date
  }
  data_set_stars: {
    data_set_id: string
    user_id: string
    at: Date
  }
  data_set_tags: {
    data_set_id: string
    tag: string
  }
  data_set_types: {
    id: string
    name: string
    sort: number
  }
  data_set_uses: {
    instance_id: string
    version_id: string
    data_set_id: string
    user_id: string
    at: Date
  }
  data_set_versions: {
    id: string
    data_set_id: string
    version: string
    licence: string
    readme: string
    size_bytes: bigint
    file_count: number
    state: string
    state_reason: string | null
    reviewed_by: string | null
    submitted_at: Date
    published_at: Date | null
    source_region_id: string | null
    source_path: string | null
    content_id: string | null
    content_at: Date | null
    copied_bytes: Generated<bigint>
    total_bytes: Generated<bigint>
    lease_until: Date | null
    tries: Generated<number>
    offline_by: string | null
    removed_at: Date | null
  }
  data_sets: {
    id: string
    author_id: string
    slug: string
    name: string
    summary: string
    type_id: string
    original_at: Date | null
    created_at: Date
    removed_at: Date | null
  }
  debts: {
    id: string
    user_id: string
    since: Date
    day_seen_at: Date
    days: Generated<number>
    principal_days_fen: Generated<bigint>
    fee_fen: Generated<bigint>
    terminated_at: Date | null
    ended_at: Date | null
  }
  directories: {
    id: string
    slug: string
    name: string
    kind: string
    master_id: string
    settings: ColumnType<JsonValue, string, string>
    secret_cipher: string | null
    project_id: string | null
    enabled: boolean
    listed: boolean
    absent_days: number | null
    swept_at: Date | null
    created_at: Date
  }
  directory_groups: {
    directory_id: string
    position: number
    group_name: string
    project_id: string
  }
  directory_people: {
    directory_id: string
    subject: string
    user_id: string
    name: string
    email: string | null
    seen_at: Date
    left_at: Date | null
  }
  directory_visits: {
    state_hash: string
    directory_id: string
    session_id: string | null
    browser_hash: string
    nonce: string
    code_verifier: string
    expires_at: Date
  }
  engine_look: {
    only_row: Generated<boolean>
    listed_at: Date | null
    answered_at: Date | null
    unreachable_since: Date | null
  }
  engines: {
    id: string
    kind: string
    name: string
    origin: string
    settings: ColumnType<JsonValue, string, string>
    credentials_sealed: string | null
    host_key: string | null
    version: Generated<number>
    created_at: Date
    removed_at: Date | null
  }
  expiry_watch: {
    instance_id: string
    expire_at: Date
    told_hours: number | null
    tried_at: Date | null
    failure: string | null
  }
  export_tasks: {
    id: string
    user_id: string
    kind: string
    filters: ColumnType<JsonValue, string, string>
    state: string
    tries: Generated<number>
    rows_done: Generated<bigint>
    rows_total: bigint | null
    filed: Generated<boolean>
    file_path: string | null
    file_name: string | null
    size_bytes: bigint | null
    error: string | null
    holder: string | null
    held_until: Date | null
    created_at: Date
    ended_at: Date | null
    expires_at: Date | null
  }
  failed_boots: {
    host_id: string
    instance_id: string
    reason: string
    at: Date
  }
  given_alone: {
    id: string
    operator_id: string
    kind: string
    ref: string
    amount_fen: bigint
    at: Date
  }
  gpu_releases: {
    id: GeneratedAlways<bigint>
    host_id: string
    model: string
    cards: number
    at: Date
  }
  gpus: {
    uuid: string
    host_id: string
    model: string
    instance_id: string | null
    health: string | null
    health_since: Date | null
    missing: Generated<boolean>
    held_at: Date | null
    held_reason: string | null
    sellable: GeneratedAlways<boolean>
  }
  guard_watch: {
    one: Generated<boolean>
    ticked_at: Date
    up_since: Date
  }
  help_articles: {
    slug: string
    visible: boolean
    changed_by: string
    changed_at: Date
  }
  host_looks: {
    host_id: string
    listed_at: Date | null
    unreachable_since: Date | null
  }
  host_maintenances: {
    id: string
    host_id: string
    reason: string
    starts_at: Date
    hours: number
    status: string
    announced_at: Date
    reminded_at: Date | null
    started_at: Date | null
    ended_at: Date | null
  }
  hosts: {
    id: string
    region_id: string | null
    cpu: number
    memory_gb: number
    driver_schedulable: boolean
    simulated: boolean
    seen_at: Date
    drained_at: Date | null
    drain_reason: string | null
    maintenance_since: Date | null
    schedulable: GeneratedAlways<boolean>
    problem: string | null
    isolation: Generated<string[]>
    keeps_system_disk: Generated<boolean>
    saves_images: Generated<boolean>
    moves_disks: Generated<boolean>
    limits_system_disk: Generated<boolean>
    limits_data_disk: Generated<boolean>
    cards: Generated<string>
    engine_id: string | null
    shares_images: Generated<boolean>
    held_at: Date | null
    mounts_files: Generated<boolean>
    measures_disks: Generated<boolean>
  }
  idempotency_keys: {
    user_id: string
    key: string
    endpoint: string
    request_hash: string
    response: ColumnType<JsonValue, string, string>
    created_at: Date
  }
  identity_reviews: {
    id: string
    user_id: string
    status: string
    name_cipher: string | null
    id_number_cipher: string | null
    id_number_index: string | null
    name_masked: string
    id_number_masked: string
    reason: string | null
    submitted_at: Date
    decided_at: Date | null
    decided_by: string | null
  }
  image_periods: {
    id: GeneratedAlways<bigint>
    order_id: string
    instance_id: string
    user_id: string
    version_id: string
    price_micro: bigint
    starts_at: Date
    ends_at: Date
    stated_s: Generated<bigint>
  }
  image_shares: {
    id: string
    image_id: string
    user_id: string
    shared_at: Date
  }
  images: {
    id: string
    name: string
    framework: string
    version: string
    python: string
    runtime: string
    vendor: string
    size_gb: number
    reference: string
    sort: number
    on_offer: Generated<boolean>
    owner_id: string | null
    kind: Generated<string>
    state: Generated<string>
    source_instance_id: string | null
    source_instance_name: string | null
    created_at: Date | null
    priced_version_id: string | null
    host_id: string | null
  }
  installation: {
    one: Generated<boolean>
    id: string
    unnamed_key: string | null
  }
  instance_data_sets: {
    instance_id: string
    version_id: string
  }
  instance_events: {
    id: GeneratedAlways<bigint>
    instance_id: string
    at: Date
    actor: string
    actor_id: string | null
    kind: string
    title: string
    detail: string | null
    status: number | null
    reason: string | null
  }
  instance_guards: {
    instance_id: string
    stop_at: Date | null
    schedule: ColumnType<JsonValue, string | undefined, string>
    schedule_due_at: Date | null
    schedule_action: string | null
    spend_fen: bigint | null
    run_after: Generated<bigint>
    run_since: Date | null
    idle_percent: number | null
    idle_minutes: number | null
    idle_from: Date | null
    active_at: Date | null
    told: ColumnType<JsonValue, string | undefined, string>
    release_since: Date | null
    release_day: Generated<number>
    release_told_at: Date | null
    next_stop_at: Date | null
    next_stop_rule: string | null
    due_at: Date | null
  }
  instance_passwords: {
    instance_id: string
    password_hash: string
    set_at: Date
    password_cipher: string | null
  }
  instance_steps: {
    instance_id: string
    boot: number
    key: string
    started_at: Date
    finished_at: Date | null
    failed_at: Date | null
    detail: string | null
    percent: number | null
    done_bytes: bigint | null
    total_bytes: bigint | null
    progress_at: Date | null
    last_error: string | null
    retry_at: Date | null
  }
  instance_tasks: {
    id: string
    instance_id: string
    kind: string
    percent: Generated<number>
    image_id: string | null
    host_id: string | null
    boot_after: Generated<boolean>
    clone_id: string | null
    copy_data: Generated<boolean>
    failure: string | null
    started_at: Date
    ended_at: Date | null
  }
  instance_voucher_rules: {
    instance_id: string
    none: boolean
    forbidden: ColumnType<JsonValue, string, string>
  }
  instances: {
    id: string
    user_id: string
    nick_name: string
    product_id: string
    price_id: string
    region_id: string
    host_id: string
    image_id: string
    gpu_num: number
    cpu: number
    memory_gb: number
    sys_disk_gb: number
    data_disk_gb: number
    secret_key_name: string | null
    authorized_key: string | null
    charge_rule: string
    price_micro: bigint
    expire_at: Date | null
    status: number
    desired: string
    restarting: Generated<boolean>
    reason: string | null
    generation: Generated<number>
    boot: Generated<number>
    carry: Generated<bigint>
    next_reconcile_at: Date | null
    lease_until: Date | null
    lease_by: string | null
    attempts: Generated<number>
    phase_since: Date
    missing_since: Date | null
    version: Generated<number>
    created_at: Date
    started_at: Date | null
    stopped_at: Date | null
    released_at: Date | null
    gpu_mode: Generated<string>
    booted_generation: number | null
    task_id: string | null
    waits_for: string | null
    expiry_policy: Generated<string>
    renew_quantity: Generated<number>
    mounts_changed_at: Date | null
    image_price_micro: Generated<bigint>
    image_version_id: string | null
    unseen_since: Date | null
    system_disk_lost_at: Date | null
    data_disk_lost_at: Date | null
    loss_accepted: Generated<boolean>
  }
  invitation_rewards: {
    id: string
    spender_id: string
    invitee_id: string
    inviter_id: string
    day: string
    from_entry: bigint
    to_entry: bigint
    usage_fen: bigint
    orders_fen: bigint
    refunds_fen: bigint
    total_fen: bigint
    paid_before_fen: bigint
    reward_fen: bigint
    at: Date
    left_out_fen: bigint | null
  }
  invoice_emails: {
    id: string
    user_id: string
    email: string
    is_default: Generated<boolean>
    verified_at: Date | null
    code_hash: string | null
    code_expires_at: Date | null
    tries: Generated<number>
    created_at: Date
  }
  invoice_events: {
    id: GeneratedAlways<bigint>
    invoice_id: string
    state: string
    at: Date
    actor: string
    actor_id: string | null
    note: string | null
  }
  invoice_files: {
    invoice_id: string
    bytes: Uint8Array
    sha256: string
    uploaded_by: string
    uploaded_at: Date
    replaced_at: Date | null
  }
  invoice_items: {
    invoice_id: string
    item: string
    kind: string
    user_id: string
    title: string
    amount_fen: bigint
    at: Date
    live: Generated<boolean>
  }
  invoice_mails: {
    id: string
    invoice_id: string
    email: string
    created_at: Date
    due_at: Date | null
    attempts: Generated<number>
    sent_at: Date | null
  }
  invoice_titles: {
    id: string
    user_id: string
    holder: string
    name: string
    tax_number: string
    address: Generated<string>
    phone: Generated<string>
    bank: Generated<string>
    bank_account: Generated<string>
    is_default: boolean
    created_at: Date
  }
  invoices: {
    id: string
    user_id: string
    kind: string
    state: string
    amount_fen: bigint
    title: ColumnType<JsonValue, string, string>
    emails: string[]
    remark: string
    number: string | null
    issued_at: Date | null
    by_hand: Generated<boolean>
    sandbox: Generated<boolean>
    reason: string | null
    flush_approved: Generated<boolean>
    red_number: string | null
    asked_at: Date | null
    due_at: Date | null
    attempts: Generated<number>
    created_at: Date
  }
  lead_notes: {
    id: string
    lead_id: string
    author_id: string
    state: string
    note: string
    at: Date
  }
  leads: {
    id: string
    name: string
    phone: string
    company: string
    interest: string
    vendor: string | null
    message: string
    user_id: string | null
    state: string
    assignee_id: string | null
    created_at: Date
  }
  leases: {
    name: string
    holder: string
    until: Date
  }
  ledger_days: {
    day: string
    account: string
    kind: string
    backend: number
    entries: bigint
    plus_fen: bigint
    minus_fen: bigint
  }
  ledger_entries: {
    id: GeneratedAlways<bigint>
    transaction_id: bigint
    account_id: bigint
    amount_fen: bigint
    balance_after_fen: bigint
  }
  ledger_transactions: {
    id: GeneratedAlways<bigint>
    idem: string
    kind: string
    title: string
    ref: string | null
    at: Date
    xid: Generated<string>
  }
  llm_accounts: {
    user_id: string
    carry_pico: Generated<bigint>
  }
  llm_calls: {
    id: string
    user_id: string
    key_id: string | null
    model_id: string
    price_id: string
    stream: boolean
    request_id: string
    started_at: Date
    reserved_pico: bigint
    lease_until: Date | null
    seen_prompt: Generated<number>
    seen_completion: Generated<number>
    ended_at: Date | null
    state: string | null
    http_status: number | null
    error_code: string | null
    prompt_tokens: Generated<number>
    cached_tokens: Generated<number>
    completion_tokens: Generated<number>
    first_byte_ms: number | null
    total_ms: Generated<number>
    cost_pico: Generated<bigint>
    posted_fen: Generated<bigint>
    estimated: Generated<boolean>
  }
  llm_keys: {
    id: string
    user_id: string
    name: string
    secret_hash: string
    prefix: string
    last4: string
    scopes: string[]
    models: string[] | null
    expires_at: Date | null
    cap_fen: bigint | null
    spent_pico: Generated<bigint>
    calls: Generated<number>
    last_used_at: Date | null
    disabled_at: Date | null
    removed_at: Date | null
    created_at: Date
  }
  llm_models: {
    id: string
    name: string
    kind: string
    upstream_name: string
    context_length: number
    max_output: number
    on_offer: Generated<boolean>
    sort: Generated<number>
    created_at: Date
    image_tokens: number | null
    max_choices: Generated<number>
  }
  llm_prices: {
    id: string
    model_id: string
    version: number
    input_micro: bigint
    cached_micro: bigint
    output_micro: bigint
    created_at: Date
  }
  notice_deliveries: {
    id: string
    user_id: string
    notification_id: string | null
    channel: string
    class: string
    title: string
    state: string
    tries: Generated<number>
    due_at: Date | null
    error: string | null
    created_at: Date
    ended_at: Date | null
  }
  notice_emails: {
    user_id: string
    address: string | null
    pending: string | null
    code_hash: string | null
    tries: Generated<number>
    code_expires_at: Date | null
  }
  notice_preferences: {
    user_id: string
    class: string
    channel: string
    enabled: boolean
  }
  notice_webhooks: {
    user_id: string
    url: string
    secret_cipher: string
    created_at: Date
  }
  notifications: {
    id: string
    user_id: string
    class: string
    title: string
    content: string
    link: string | null
    created_at: Date
    read_at: Date | null
    deleted_at: Date | null
    announcement_id: string | null
    place: GeneratedAlways<bigint>
  }
  opening_marks: {
    step: string
    skipped_at: Date | null
    skipped_by: string | null
    tested_at: Date | null
    tested_by: string | null
    test_ok: boolean | null
    test_answer: string | null
  }
  order_refunds: {
    id: string
    order_id: string
    cash_fen: bigint
    voucher_fen: Generated<bigint>
    reason: string
    operator_id: string | null
    took_time: Generated<boolean>
    transaction_id: bigint
    at: Date
  }
  orders: {
    id: string
    user_id: string
    kind: string
    title: string
    status: string
    amount_fen: bigint
    charge_rule: string
    quantity: number
    instance_id: string | null
    price_id: string
    quote_id: string
    created_at: Date
    activity_id: string | null
    voucher_fen: Generated<bigint>
    discount_fen: Generated<bigint>
    expires_at: Date | null
    paid_at: Date | null
    coupon_id: string | null
    quoted: ColumnType<JsonValue | null, string | null, string | null>
    closed_at: Date | null
    closed_by: string | null
  }
  originals: {
    id: string
    user_id: string
    community_image_id: string | null
    data_set_id: string | null
    statement: string
    links: ColumnType<JsonValue, string, string>
    state: string
    reason: string | null
    decided_by: string | null
    created_at: Date
    decided_at: Date | null
  }
  pictures: {
    id: string
    user_id: string
    purpose: string
    type: string
    bytes: Uint8Array
    sealed: boolean
    created_at: Date
  }
  port_tickets: {
    hash: string
    instance_id: string
    user_id: string
    session_id: string
    port: number
    expires_at: Date
  }
  product_prices: {
    id: string
    product_id: string
    version: number
    hour_micro: bigint
    day_micro: bigint
    week_micro: bigint
    hour_origin_micro: bigint
    day_origin_micro: bigint
    week_origin_micro: bigint
    created_at: Date
  }
  products: {
    id: string
    name: string
    region_id: string
    gpu_model: string
    vendor: string
    vram_gb: number
    fp32: number
    fp16: number
    cpu: number
    memory_gb: number
    net_mbps: number
    sys_disk_gb: number
    max_gpu_num: number
    sort: number
    on_sale: Generated<boolean>
  }
  projects: {
    id: string
    master_id: string
    name: string
    monthly_fen: bigint | null
    gpus_max: number | null
    member_monthly_fen: bigint | null
    member_price_max_micro: bigint | null
    member_instances_max: number | null
    created_at: Date
    removed_at: Date | null
  }
  quarantined_objects: {
    id: string
    instance_id: string
    generation: number
    known_generation: number | null
    phase: string
    data_disk: string | null
    data_disk_mb: number | null
    state: string
    found_at: Date
    seen_at: Date
    decided_by: string | null
    ended_at: Date | null
    host_id: string | null
  }
  queue_entries: {
    id: string
    place: GeneratedAlways<bigint>
    user_id: string
    kind: string
    product_id: string
    gpu_num: number
    form: ColumnType<JsonValue | null, string | null, string | null>
    instance_id: string | null
    max_hour_micro: bigint | null
    state: string
    held_reason: string | null
    held_since: Date | null
    reason: string | null
    created_at: Date
    ended_at: Date | null
  }
  rate_limits: {
    key: string
    window_started_at: Date
    hits: number
  }
  real_names: {
    user_id: string
    kind: string
    name_cipher: string
    id_number_cipher: string
    id_number_index: string
    name_masked: string
    id_number_masked: string
    verified_at: Date
  }
  recharges: {
    id: string
    trade_no: string
    user_id: string
    amount_fen: bigint
    channel: string
    status: string
    created_at: Date
    expires_at: Date
    paid_at: Date | null
    pay_url: string | null
    pay_way: Generated<string>
    provider_no: string | null
    provider_word: string | null
    checks: Generated<number>
    checked_at: Date | null
    next_check_at: Date | null
  }
  recovery_codes: {
    user_id: string
    code_hash: string
    used_at: Date | null
  }
  refresh_tokens: {
    hash: string
    session_id: string
    created_at: Date
    expires_at: Date
    rotated_at: Date | null
  }
  regions: {
    id: string
    name: string
    city: string
    sort: number
  }
  rewarded_orders: {
    order_id: string
    reward_id: string
    cash_fen: bigint
    refunded_fen: bigint
    left_out_fen: bigint | null
  }
  second_factor_enrolments: {
    user_id: string
    secret_cipher: string
    expires_at: Date
  }
  second_factors: {
    user_id: string
    secret_cipher: string
    last_step: bigint
    added_at: Date
  }
  secret_keys: {
    id: string
    user_id: string
    name: string
    algorithm: string
    bits: number
    fingerprint: string
    public_key: string
    created_at: Date
  }
  segments: {
    id: GeneratedAlways<bigint>
    instance_id: string
    user_id: string
    price_micro: bigint
    carry_in: bigint
    started_at: Date
    ended_at: Date | null
    seen_at: Date
    seen_s: Generated<bigint>
    billed_s: Generated<bigint>
    billed_fen: Generated<bigint>
    next_bill_at: Date
    limit_s: bigint | null
    image_price_micro: Generated<bigint>
    image_version_id: string | null
    unseen: Generated<boolean>
    product_id: string | null
  }
  sessions: {
    id: string
    user_id: string
    ip: string
    user_agent: string
    created_at: Date
    last_seen_at: Date
    revoked_at: Date | null
    revoked_because: string | null
    stepped_up_at: Date | null
  }
  sign_in_tickets: {
    token_hash: string
    user_id: string
    user_agent: string
    open_id: string | null
    tries: Generated<number>
    expires_at: Date
  }
  site_texts: {
    key: string
    text: string
    updated_at: Date
  }
  sms_sends: {
    provider: string
    message_id: string
    purpose: string
    sent_at: Date
    state: Generated<string>
    error: string | null
    reported_at: Date | null
  }
  stock_alerts: {
    id: string
    user_id: string
    product_id: string
    gpu_num: number
    state: string
    created_at: Date
    ended_at: Date | null
  }
  storage_tasks: {
    id: string
    user_id: string
    region_id: string
    path: string
    folder: string
    result_path: string | null
    state: string
    percent: Generated<number>
    error: string | null
    reserved_bytes: Generated<bigint>
    staged: Generated<boolean>
    holder: string | null
    held_until: Date | null
    created_at: Date
    ended_at: Date | null
  }
  storage_uploads: {
    id: string
    user_id: string
    region_id: string
    folder: string
    name: string
    type: string | null
    size_bytes: bigint
    when_taken: string
    sha256: string | null
    placed_path: string | null
    created_at: Date
    touched_at: Date
    holder: string | null
    held_until: Date | null
    wanted: Generated<boolean>
  }
  storage_usage: {
    user_id: string
    region_id: string
    used_bytes: Generated<bigint>
    file_count: Generated<bigint>
    quota_bytes: bigint | null
    quota_reason: string | null
    measured_at: Date | null
    changes: Generated<bigint>
    bytes_by_type: ColumnType<JsonValue | null, string | null, string | null>
  }
  stream_events: {
    id: GeneratedAlways<bigint>
    position: bigint | null
    user_id: string | null
    message: ColumnType<JsonValue, string, string>
    created_at: Date
  }
  stretch_lifts: {
    id: GeneratedAlways<bigint>
    order_id: string
    lift_order_id: string
    used_s: bigint
    hour_micro: bigint
    price_micro: bigint
    value_fen: bigint
    cash_fen: bigint
    returned_fen: Generated<bigint>
  }
  sub_accounts: {
    user_id: string
    master_id: string
    name: string
    price_max_micro: bigint | null
    instances_max: number | null
    monthly_fen: bigint | null
    topped_month: string
    has_password: boolean
    frozen_by_master: Generated<boolean>
    created_at: Date
    removed_at: Date | null
    invited_phone: string | null
    invited_until: Date | null
    project_id: string | null
  }
  terminal_tickets: {
    hash: string
    instance_id: string
    user_id: string
    expires_at: Date
  }
  usage_charges: {
    segment_id: bigint
    from_s: bigint
    to_s: bigint
    fen: bigint
    transaction_id: bigint | null
    at: Date
    voucher_fen: Generated<bigint>
  }
  usage_points: {
    instance_id: string
    step_s: number
    card: number
    at: Date
    gpu_use_min: number | null
    gpu_use_max: number | null
    gpu_use_sum: number | null
    gpu_use_n: number | null
    vram_used_min: number | null
    vram_used_max: number | null
    vram_used_sum: number | null
    vram_used_n: number | null
    gpu_temperature_min: number | null
    gpu_temperature_max: number | null
    gpu_temperature_sum: number | null
    gpu_temperature_n: number | null
    gpu_power_min: number | null
    gpu_power_max: number | null
    gpu_power_sum: number | null
    gpu_power_n: number | null
    cpu_use_min: number | null
    cpu_use_max: number | null
    cpu_use_sum: number | null
    cpu_use_n: number | null
    memory_used_min: number | null
    memory_used_max: number | null
    memory_used_sum: number | null
    memory_used_n: number | null
    net_receive_min: number | null
    net_receive_max: number | null
    net_receive_sum: number | null
    net_receive_n: number | null
    net_send_min: number | null
    net_send_max: number | null
    net_send_sum: number | null
    net_send_n: number | null
    disk_read_min: number | null
    disk_read_max: number | null
    disk_read_sum: number | null
    disk_read_n: number | null
    disk_write_min: number | null
    disk_write_max: number | null
    disk_write_sum: number | null
    disk_write_n: number | null
    sys_disk_used_min: number | null
    sys_disk_used_max: number | null
    sys_disk_used_sum: number | null
    sys_disk_used_n: number | null
    data_disk_used_min: number | null
    data_disk_used_max: number | null
    data_disk_used_sum: number | null
    data_disk_used_n: number | null
  }
  usage_rollups: {
    step_s: number
    rolled_until: Date
  }
  usage_samples: {
    instance_id: string
    card: number
    at: Date
    gpu_use: number | null
    vram_used: number | null
    gpu_temperature: number | null
    gpu_power: number | null
    cpu_use: number | null
    memory_used: number | null
    net_receive: number | null
    net_send: number | null
    disk_read: number | null
    disk_write: number | null
    sys_disk_used: number | null
    data_disk_used: number | null
    net_rx_bytes: bigint | null
    net_tx_bytes: bigint | null
    disk_read_bytes: bigint | null
    disk_write_bytes: bigint | null
  }
  users: {
    id: string
    uuid: string
    phone: string
    password_hash: string
    nickname: string
    account_type: Generated<string>
    role: Generated<string>
    is_creator: Generated<boolean>
    is_tencent: Generated<boolean>
    invite_code: string
    invited_by: string | null
    frozen_at: Date | null
    arrears_since: Date | null
    created_at: Date
    frozen_reason: string | null
    master_id: string | null
    avatar_id: string | null
    password_set_at: Date | null
    closing_at: Date | null
    closed_at: Date | null
    public_id: Generated<string>
  }
  views: {
    id: string
    user_id: string
    resource: string
    name: string
    query: string
    density: string
    is_default: boolean
    created_at: Date
  }
  wechat_bindings: {
    open_id: string
    user_id: string
    bound_at: Date
  }
  wechat_messages: {
    from_user: string
    create_time: bigint
    received_at: Date
  }
  wechat_scenes: {
    scene: string
    qr_text: string
    ip: string
    user_agent: string
    user_id: string | null
    created_at: Date
    expires_at: Date
    open_id: string | null
    confirmed_at: Date | null
    declined_at: Date | null
    used_at: Date | null
  }
  withdrawal_parts: {
    id: string
    withdrawal_id: string
    position: number
    channel: string
    recharge_id: string | null
    bank_transfer_id: string | null
    amount_fen: bigint
    status: string
    reference: string | null
    failure: string | null
    tries: Generated<number>
    next_try_at: Date | null
    paid_by: string | null
    ended_at: Date | null
  }
  withdrawals: {
    id: string
    user_id: string
    type: number
    amount_fen: bigint
    status: string
    payee_kind: string | null
    payee_cipher: string | null
    payee_masked: string | null
    first_by: string | null
    first_at: Date | null
    decided_by: string | null
    decided_at: Date | null
    reason: string | null
    created_at: Date
    ended_at: Date | null
  }
}
