-- Invoices that were issued outside of the platform, as the tax authority wrote them (docs/decisions/061).
create table invoice_files (
  invoice_id text primary key references invoices (id),
  bytes bytea not null,
  -- What the audit log knows it by, once another has taken its place.
  sha256 text not null,
  uploaded_by text not null references users (id),
  uploaded_at timestamptz not null,
  replaced_at timestamptz
);
