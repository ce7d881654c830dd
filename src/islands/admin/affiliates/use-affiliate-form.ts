import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Affiliate, AffiliateForm, type AffiliateFormValues } from '#src/wire/affiliates.ts';

// The CSP allows no code made from text.
z.config({ jitless: true });

/** The form of an affiliate, with what the server refused at its fields. It hands on what was typed: the server reads it itself. */
export function useAffiliateForm(affiliate: Affiliate | null, refused: Record<string, string>) {
  const form = useForm<AffiliateFormValues>({
    resolver: zodResolver(AffiliateForm, undefined, { raw: true }),
    defaultValues: affiliate ? valuesOf(affiliate) : NEW,
  });
  const { setError } = form;
  useEffect(() => {
    const fields = FIELDS.filter((field) => refused[field]);
    for (const field of fields) setError(field, { message: refused[field] }, { shouldFocus: field === fields[0] });
  }, [refused, setError]);
  return form;
}

const FIELDS = ['name', 'email', 'commissionRate', 'couponCode'] as const;

const NEW: AffiliateFormValues = {
  name: '',
  email: '',
  commissionRate: '10',
  couponCode: '',
  isAffiliate: true,
  isActive: true,
};

function valuesOf({ name, email, commissionRate, couponCode, isActive }: Affiliate): AffiliateFormValues {
  const rate = commissionRate.toLocaleString('pt-BR', { useGrouping: false, maximumFractionDigits: 2 });
  return { name, email, commissionRate: rate, couponCode, isAffiliate: true, isActive };
}
