import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles the sources of one program into a jar that begins with the class that has a main method.
 * Usage: java MakeJar.java JAR SOURCE...
 */
public class MakeJar {
  /** A source in which a public class may have another name than the file. */
  private static class Source extends SimpleJavaFileObject {
    private final String name;
    private final String text;

    Source(String name) throws IOException {
      super(URI.create("file:///" + name.replaceAll("[^A-Za-z0-9._/-]", "_")), Kind.SOURCE);
      this.name = name;
      text = new String(Files.readAllBytes(Paths.get(name)), StandardCharsets.UTF_8);
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean isNameCompatible(String simpleName, Kind kind) {
      return kind == Kind.SOURCE;
    }
  }

  public static void main(String[] arguments) throws IOException {
    Path jar = Paths.get(arguments[0]);
    List<String> sources = Arrays.asList(arguments).subList(1, arguments.length);
    Path classes = Paths.get(arguments[0] + ".classes");
    Files.createDirectories(classes);
    if (!compile(sources, classes)) System.exit(1);
    List<String> names = classesIn(classes);
    String entry = entryOf(names, classes, sources.get(0));
    if (entry == null) {
      System.err.println("error: no class has a method 'public static void main(String[])'");
      System.exit(1);
    }
    write(jar, entry, classes, names);
  }

  private static boolean compile(List<String> names, Path to) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<JavaFileObject> sources = new ArrayList<>();
    for (String name : names) sources.add(new Source(name));
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      files.setLocation(StandardLocation.CLASS_OUTPUT, List.of(to.toFile()));
      // Nothing but what is handed over belongs to the program, wherever this is started.
      files.setLocation(StandardLocation.CLASS_PATH, List.<File>of());
      PrintWriter said = new PrintWriter(System.err, true);
      return compiler
          .getTask(said, files, null, List.of("-proc:none", "-nowarn"), null, sources)
          .call();
    }
  }

  /** Binary names of all classes, with packages, sorted. */
  private static List<String> classesIn(Path folder) throws IOException {
    List<String> names = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = folder.relativize(file).toString();
            if (name.endsWith(".class")) {
              names.add(name.substring(0, name.length() - 6).replace('/', '.'));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    names.sort(null);
    return names;
  }

  /** The class named as the main source, else Main, else the first of those with a main method. */
  private static String entryOf(List<String> names, Path folder, String source) throws IOException {
    String stem = Paths.get(source).getFileName().toString().replaceFirst("\\.[^.]*$", "");
    String entry = null;
    int best = 0;
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      for (String name : names) {
        if (!hasMain(name, loader)) continue;
        String simple = name.substring(name.lastIndexOf('.') + 1);
        int rank = simple.equals(stem) ? 3 : simple.equals("Main") ? 2 : 1;
        if (rank > best) {
          entry = name;
          best = rank;
        }
      }
    }
    return entry;
  }

  private static boolean hasMain(String name, ClassLoader loader) {
    try {
      // Nothing of the program runs: the class is not initialised.
      Class<?> type = Class.forName(name, false, loader);
      int modifiers = type.getDeclaredMethod("main", String[].class).getModifiers();
      return Modifier.isPublic(modifiers) && Modifier.isStatic(modifiers);
    } catch (ReflectiveOperationException | LinkageError none) {
      return false;
    }
  }

  private static void write(Path jar, String entry, Path classes, List<String> names)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, entry);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream to = new JarOutputStream(file)) {
      // No compression: nobody waits for the disk, but every run would unpack.
      to.setLevel(0);
      JarEntry first = new JarEntry("META-INF/MANIFEST.MF");
      first.setTime(0);
      to.putNextEntry(first);
      manifest.write(to);
      for (String name : names) {
        String path = name.replace('.', '/') + ".class";
        JarEntry next = new JarEntry(path);
        next.setTime(0);
        to.putNextEntry(next);
        Files.copy(classes.resolve(path), to);
      }
    }
  }
}
