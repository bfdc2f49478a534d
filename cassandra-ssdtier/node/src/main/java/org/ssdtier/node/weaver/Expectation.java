package org.ssdtier.node.weaver;

import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * A call that a woven method must contain.
 *
 * @param method the woven method's name
 * @param hookOwner the binary name of the hook's class
 * @param hook the hook's method
 */
record Expectation(String method, String hookOwner, String hook) {

    /** Throws if the class file does not contain the call. */
    void check(String className, byte[] bytes) {
        AtomicInteger calls = new AtomicInteger();
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(OpenedClassReader.ASM_API) {
                            @Override
                            public @Nullable MethodVisitor visitMethod(
                                    int access,
                                    String name,
                                    String descriptor,
                                    @Nullable String signature,
                                    String @Nullable [] exceptions) {
                                return name.equals(method) ? counter(calls) : null;
                            }
                        },
                        ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
        if (calls.get() == 0) {
            throw new IllegalStateException("the weave had no effect: " + className + "." + method + " does not call "
                    + hookOwner + "." + hook + "; it is not the method for which the weave was written");
        }
    }

    private MethodVisitor counter(AtomicInteger calls) {
        String internalOwner = hookOwner.replace('.', '/');
        return new MethodVisitor(OpenedClassReader.ASM_API) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                if (opcode == Opcodes.INVOKESTATIC && owner.equals(internalOwner) && name.equals(hook)) {
                    calls.incrementAndGet();
                }
            }
        };
    }
}
